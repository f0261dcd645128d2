// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Common part of memberships in organizations, in departments and in groups of the realm. */
abstract class MembersKind<R extends MemberContent> implements ImportKind<R, R> {

    private final MemberGroup group;

    /** @param group type of group that the records name beside the user */
    MembersKind(MemberGroup group) {
        this.group = group;
    }

    static RecordShape shape(String example, String another) {
        return namingUser(RecordShape.of(example, another)
                .requires("organization")
                .describes("organization", "Alias or id of the organization.")
                .rule("organization", FieldRule.key()));
    }

    /** Adds the fields that name the user. */
    static RecordShape namingUser(RecordShape shape) {
        return shape.requires("username", "email", "userId")
                .describes(
                        "username",
                        "Username of the user, case-insensitive. If several of username, email and userId are given,"
                                + " they must identify the same user.")
                .describes("email", "Email address of the user, case-insensitive.")
                .describes("userId", "Id of the user.")
                .rule(
                        FieldRule.key("found by the other two; without any of the three, rejected"),
                        "username",
                        "email",
                        "userId");
    }

    KindInfo<R> info(String id, Class<R> recordType, String description) {
        return new KindInfo<>(id, recordType, description, "username", "manage-organizations and manage-users");
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.orgs().requireManage();
        permissions.users().requireManage();
    }

    @Override
    public String key(R member) {
        return member.key();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R member) {
        return member.uniqueKeys();
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(new MemberRules(context, group)::check);
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new MembersWriter<>(context);
    }

    @Override
    public RecordOperation<R, R> removal() {
        return new KeyRemoval<>(this, keyFields(), MembersRemover::new);
    }

    /** Throws {@code ForbiddenException} unless the caller may view at least some memberships of the kind. */
    void requireView(AdminPermissionEvaluator permissions) {
        permissions.orgs().requireQuery();
        permissions.users().requireQuery();
    }

    /** Whether the record names the user and the group of a membership of this kind. */
    boolean isKey(R record) {
        return record.namesUser()
                && switch (group) {
                    case ORGANIZATION -> record.organization() != null;
                    case DEPARTMENT -> record.organization() != null && record.department() != null;
                    case REALM -> record.group() != null;
                };
    }

    /** The membership in the organization that a record adds if it is missing; {@code null} if it adds none. */
    OrganizationMemberRecord implied(R record) {
        return null;
    }

    /** Whether the groups are those of the realm. */
    boolean isOfRealm() {
        return group == MemberGroup.REALM;
    }

    /** Whether the members of such a group can be in departments below it. */
    boolean hasDepartments() {
        return group == MemberGroup.ORGANIZATION;
    }

    /** Query parameters that select the memberships of an export. */
    abstract Set<String> filters();

    /**
     * Adds the conditions of these parameters.
     *
     * @param members selects from memberships with alias {@code m} and entities with alias {@code g}; see
     *     {@link MembersSource}
     */
    abstract void filter(KeyOrder members, Filters filters);

    /** Fields of a record that a removal reads. */
    Set<String> keyFields() {
        return Set.of("organization", "username", "email", "userId");
    }
}
