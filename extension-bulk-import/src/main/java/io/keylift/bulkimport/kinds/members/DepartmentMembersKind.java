// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;

/** Users as members of departments, and therefore of their organizations. */
public final class DepartmentMembersKind extends MembersKind<DepartmentMemberRecord> {

    public DepartmentMembersKind() {
        super(MemberGroup.DEPARTMENT);
    }

    @Override
    public KindInfo<DepartmentMemberRecord> info() {
        return info(
                "department-members",
                DepartmentMemberRecord.class,
                "The membership of a user in a department. The user also becomes a member of the organization.");
    }

    @Override
    Set<String> keyFields() {
        return Set.of("organization", "department", "username", "email", "userId");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("departments", "organization-members");
    }

    @Override
    public RecordShape shape() {
        return shape("""
                        {"organization": "Acme", "department": "/Sales", "username": "jdoe"}""", """
                        {"organization": "wayne", "department": "/Research/Applied sciences",
                         "email": "bruce@wayne.example"}""")
                .requires("department")
                .describes("department", "Names of the departments from the top down, separated by slashes.")
                .rule("department", FieldRule.key());
    }

    @Override
    OrganizationMemberRecord implied(DepartmentMemberRecord record) {
        return new OrganizationMemberRecord(
                record.organization(), record.username(), record.email(), record.userId(), null);
    }

    @Override
    Set<String> filters() {
        return Set.of(Filters.ORGANIZATION, Filters.GROUP);
    }

    @Override
    void filter(KeyOrder members, Filters filters) {
        Organization organization = filters.organization();
        String department = filters.department(organization);
        if (department != null) {
            members.where("m.groupId = :group", "group", department);
        } else if (organization != null) {
            members.where("g.organization.id = :organization", "organization", organization.id());
        }
    }

    @Override
    public RecordSource<DepartmentMemberRecord> source() {
        return new MembersSource<>(
                this,
                "GroupEntity g on g.id = m.groupId",
                "g.realm = :realm and g.type = " + GroupModel.Type.ORGANIZATION.intValue() + " and g.parentId <> '"
                        + GroupEntity.TOP_PARENT_ID + "'",
                member -> new DepartmentMemberRecord(
                        member.place().organization().alias(), member.path(), member.username(), null, null));
    }
}
