// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import jakarta.ws.rs.ForbiddenException;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Users as members of groups of the realm, as Keycloak's {@code PUT /users/{id}/groups/{groupId}} makes them. */
public final class GroupMembersKind extends MembersKind<GroupMemberRecord> {

    public GroupMembersKind() {
        super(MemberGroup.REALM);
    }

    @Override
    public KindInfo<GroupMemberRecord> info() {
        return new KindInfo<>(
                "group-members",
                GroupMemberRecord.class,
                "The membership of a user in a group of the realm.",
                "group, with username, email or userId",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("groups", "users");
    }

    @Override
    public RecordShape shape() {
        return namingUser(RecordShape.of("""
                        {"group": "/staff", "username": "jdoe"}""", """
                        {"group": "/customers/gold", "email": "bruce@wayne.example"}""")
                .requires("group")
                .describes("group", "Path of the group.")
                .rule("group", FieldRule.key()));
    }

    /** Admits callers who may manage the groups of any user; each record checks the user and the group. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayManageGroupsOfUsers(permissions)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage();
    }

    @Override
    Set<String> keyFields() {
        return Set.of("group", "username", "email", "userId");
    }

    @Override
    void requireView(AdminPermissionEvaluator permissions) {
        if (!permissions.groups().canList()) {
            permissions.users().requireQuery();
        }
    }

    @Override
    Set<String> filters() {
        return Set.of(Filters.GROUP);
    }

    @Override
    void filter(KeyOrder members, Filters filters) {
        String group = filters.group();
        if (group != null) {
            members.where("m.groupId = :group", "group", group);
        }
    }

    @Override
    public RecordSource<GroupMemberRecord> source() {
        return new MembersSource<>(
                this,
                "GroupEntity g on g.id = m.groupId",
                "g.realm = :realm and g.type = " + GroupModel.Type.REALM.intValue(),
                member -> new GroupMemberRecord(member.path(), member.username(), null, null));
    }
}
