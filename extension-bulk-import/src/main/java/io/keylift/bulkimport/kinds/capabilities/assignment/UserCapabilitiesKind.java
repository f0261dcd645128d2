// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.capability.assignment.HolderType;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Changes the capabilities and sets that are assigned to users directly, as {@code PUT} and
 * {@code PATCH capabilities/users/{id}} do.
 */
public final class UserCapabilitiesKind implements ImportKind<UserCapabilitiesRecord, UserCapabilitiesRecord> {

    @Override
    public KindInfo<UserCapabilitiesRecord> info() {
        return new KindInfo<>(
                "user-capabilities",
                UserCapabilitiesRecord.class,
                "The capabilities and sets assigned to a user directly, in addition to those of the user's roles.",
                "username, email or userId",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("users", "capabilities", "capability-sets");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"username": "jdoe", "add": ["orders.view"]}\
                        """, """
                        {"email": "bruce@wayne.example", "set": ["order-clerk"]}\
                        """)
                .requires("username", "email", "userId")
                .requires("add", "remove", "set")
                .describes(
                        "username",
                        "Username of the user. If several of username, email and userId are given, they must identify"
                                + " the same user.")
                .describes("email", "Email address of the user.")
                .describes("userId", "Id of the user.")
                .describes("add", "Names or ids of capabilities and sets to assign to the user.")
                .describes("remove", "Names or ids of capabilities and sets to unassign from the user.")
                .describes(
                        "set",
                        "Names or ids of all capabilities and sets assigned to the user. Excludes add and remove.")
                .describes("strict", "Whether an unknown name rejects the record. Default: true.")
                .rule(
                        FieldRule.key("found by the other two; without any of the three, rejected"),
                        "username",
                        "email",
                        "userId")
                .grants("/add/*", "/set/*")
                .restricts("/remove")
                .rule("add", FieldRule.command(FieldDefault.NONE.noted("nothing"), "added"))
                .rule("remove", FieldRule.command(FieldDefault.NONE.noted("nothing"), "removed"))
                .rule("set", FieldRule.replacedList(FieldDefault.NONE.noted("nothing")))
                .rule(
                        "strict",
                        FieldRule.command(
                                        FieldDefault.of(true).noted("`true`: an unknown name is rejected"),
                                        "as for a new one")
                                .absenceNoted("`true`"));
    }

    /** Admits callers who may map roles to any user; each record checks the permission for its own user. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayMapRolesToUsers(permissions)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage();
    }

    @Override
    public String key(UserCapabilitiesRecord record) {
        return record.namesUser() ? record.user().key() : null;
    }

    /** Several records may change the same user. */
    @Override
    public Collection<UniqueKey> uniqueKeys(UserCapabilitiesRecord record) {
        return List.of();
    }

    @Override
    public Collection<UniqueKey> sharedKeys(UserCapabilitiesRecord record) {
        return List.of(new UniqueKey(
                "capabilities of user",
                record.user().pointer() + ":" + record.user().key(),
                record.user().pointer()));
    }

    @Override
    public RecordValidator<UserCapabilitiesRecord, UserCapabilitiesRecord> validator(ImportContext context) {
        return RecordValidator.of(ChangeRules::checkUser);
    }

    @Override
    public ChunkWriter<UserCapabilitiesRecord> writer(ImportContext context) {
        return new ChangesWriter<>(context, HolderType.USER, new UserHolders(context, false));
    }

    @Override
    public RecordOperation<UserCapabilitiesRecord, ?> removal() {
        return new AssignmentsRemoval<>(
                this,
                Set.of("username", "email", "userId", "add", "set"),
                ChangeRules::checkRemovalFromUser,
                HolderType.USER,
                context -> new UserHolders(context, true));
    }

    @Override
    public RecordSource<UserCapabilitiesRecord> source() {
        return new UserCapabilitiesSource();
    }
}
