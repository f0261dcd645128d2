// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChangedObjects;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Adds roles, groups, identities and attributes to existing users and removes them, as the calls of the Admin API for
 * one user do.
 */
public final class UserChangesKind implements ImportKind<UserChangesRecord, UserChangesRecord> {

    @Override
    public KindInfo<UserChangesRecord> info() {
        return new KindInfo<>(
                "user-changes",
                UserChangesRecord.class,
                "Single things to add to an existing user and to take away: required actions, roles, groups, identities"
                        + " and values of attributes.",
                "username, email or userId",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "roles", "groups", "identity-providers", "users");
    }

    @Override
    public RecordShape shape() {
        FieldRule added = FieldRule.command(FieldDefault.NONE.noted("nothing"), "added");
        FieldRule removed = FieldRule.command(FieldDefault.NONE.noted("nothing"), "taken away");
        FieldRule cleared = FieldRule.command(FieldDefault.NONE.noted("nothing"), "emptied");
        return RecordShape.of("""
                        {"username": "jdoe", "add": {"requiredActions": ["UPDATE_PROFILE"]}}""", """
                        {"email": "bruce@wayne.example",
                         "add": {"realmRoles": ["uma_authorization"]},
                         "remove": {"requiredActions": ["VERIFY_EMAIL"],
                                    "clientRoles": {"account": ["manage-account"]}},
                         "clear": ["federationLink"]}""")
                .requires("username", "email", "userId")
                .requires("add", "remove", "clear")
                .describes(
                        "username",
                        "Username of the user, case-insensitive. If several of username, email and userId are given,"
                                + " they must identify the same user.")
                .describes("email", "Email address of the user, case-insensitive.")
                .describes("userId", "Id of the user.")
                .describes("add", "What the user gets.")
                .describes("remove", "What is taken away from the user, before anything is added.")
                .describes("clear", "Fields to empty: " + String.join(", ", UserChangesRules.CLEARABLE) + ".")
                .describes("UserParts.requiredActions", "Names of required actions of the server.")
                .describes("UserParts.realmRoles", "Names of roles of the realm.")
                .describes("UserParts.clientRoles", "Names of client roles by clientId.")
                .describes("UserParts.groups", "Paths of groups.")
                .describes(
                        "UserParts.federatedIdentities",
                        "Identities at identity providers. In remove, userId is optional.")
                .describes(
                        "UserParts.attributes",
                        "Values by attribute name. In remove, an empty list or null takes all values away.")
                .rule(
                        FieldRule.key("found by the other two; without any of the three, rejected"),
                        "username",
                        "email",
                        "userId")
                .grants(
                        "/add/realmRoles/*",
                        "/add/clientRoles/*",
                        "/add/clientRoles/*/*",
                        "/add/groups/*",
                        "/add/requiredActions/*",
                        "/add/federatedIdentities/*")
                .restricts("/remove", "/clear")
                .rule("add", added)
                .rule("remove", removed)
                .rule("clear", cleared);
    }

    /** Requires permission to change all users in at least one way. Each record checks its own requirements. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayMapRolesToUsers(permissions) && !Rights.mayManageGroupsOfUsers(permissions)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage();
    }

    @Override
    public String key(UserChangesRecord record) {
        return record.namesUser() ? record.user().key() : null;
    }

    /** Several records may change the same user. */
    @Override
    public Collection<UniqueKey> uniqueKeys(UserChangesRecord record) {
        return List.of();
    }

    @Override
    public Collection<UniqueKey> sharedKeys(UserChangesRecord record) {
        List<UniqueKey> keys = new ArrayList<>(unconstrainedKeys(record));
        keys.addAll(UserKeys.of(record.remove(), "/remove"));
        String pointer = record.user().pointer();
        keys.add(new UniqueKey("changes of user", pointer + ":" + record.user().key(), pointer));
        return keys;
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(UserChangesRecord record) {
        return UserKeys.of(record.add(), "/add");
    }

    @Override
    public RecordValidator<UserChangesRecord, UserChangesRecord> validator(ImportContext context) {
        return RecordValidator.of(new UserChangesRules(context)::check);
    }

    @Override
    public ChangedObjects<UserChangesRecord, UserRecord> changes() {
        return new ChangedUsers();
    }

    @Override
    public ChunkWriter<UserChangesRecord> writer(ImportContext context) {
        return new UserChangesWriter(context);
    }
}
