// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.UserFilters;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import java.util.Set;

/** Users as members of organizations. */
public final class OrganizationMembersKind extends MembersKind<OrganizationMemberRecord> {

    static final String ID = "organization-members";

    public OrganizationMembersKind() {
        super(MemberGroup.ORGANIZATION);
    }

    @Override
    public KindInfo<OrganizationMemberRecord> info() {
        return info(ID, OrganizationMemberRecord.class, "The membership of a user in an organization.");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("organizations", "users");
    }

    @Override
    public RecordShape shape() {
        return shape("""
                        {"organization": "Acme", "username": "jdoe"}""", """
                        {"organization": "wayne", "email": "selina@acme.example", "membershipType": "MANAGED"}""")
                .describes("membershipType", "Default for a new member: UNMANAGED.")
                .rule("membershipType", FieldRule.value(FieldDefault.of("UNMANAGED")));
    }

    @Override
    Set<String> filters() {
        return Set.of(Filters.ORGANIZATION, Filters.SEARCH, Filters.EXACT);
    }

    @Override
    void filter(KeyOrder members, Filters filters) {
        Organization organization = filters.organization();
        if (organization != null) {
            members.where("m.groupId = :group", "group", organization.groupId());
        }
        UserFilters.searchMembers(members, filters, "m.user");
    }

    @Override
    public RecordSource<OrganizationMemberRecord> source() {
        return new MembersSource<>(
                this,
                "OrganizationEntity g on g.groupId = m.groupId",
                "g.realmId = :realm",
                member -> new OrganizationMemberRecord(
                        member.place().organization().alias(), member.username(), null, null, member.type()));
    }
}
