// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
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
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Maps roles to users, groups and departments, like Keycloak's {@code POST role-mappings} of {@code /users/{id}},
 * {@code /groups/{id}} and {@code /organizations/{id}/groups/{id}}.
 */
public final class RoleMappingsKind implements ImportKind<RoleMappingRecord, RoleMapping> {

    @Override
    public KindInfo<RoleMappingRecord> info() {
        return new KindInfo<>(
                "role-mappings",
                RoleMappingRecord.class,
                "Roles of the realm and of clients to assign to an existing user, group or department.",
                "username, email, userId, group or department, with the roles",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "roles", "groups", "departments", "users");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"username": "jdoe", "realmRoles": ["offline_access"]}""", """
                        {"email": "bruce@wayne.example", "realmRoles": ["uma_authorization"],
                         "clientRoles": {"account": ["view-consent", "delete-account"]}}""", """
                        {"organization": "wayne", "department": "/Research", "realmRoles": ["offline_access"]}""")
                .requires("username", "email", "userId", "group", "department")
                .requires("realmRoles", "clientRoles")
                .describes(
                        "username",
                        "Username of the user. If several of username, email and userId are given, they must identify"
                                + " the same user.")
                .describes("email", "Email address of the user.")
                .describes("userId", "Id of the user.")
                .describes("group", "Path of a group of the realm. Excludes the fields of users and departments.")
                .describes("organization", "Alias or id of the organization of `department`.")
                .describes(
                        "department",
                        "Path of a department of `organization`. Excludes the fields of users, and `group`.")
                .describes("realmRoles", "Names of roles of the realm.")
                .describes("clientRoles", "Names of client roles by clientId.")
                .grants("/realmRoles/*", "/clientRoles/*", "/clientRoles/*/*")
                .rule(
                        FieldRule.key("found by the other fields; without any of the five, rejected"),
                        "username",
                        "email",
                        "userId",
                        "group",
                        "department")
                .rule("organization", FieldRule.key("not needed without `department`"))
                .rule(
                        "realmRoles",
                        FieldRule.list(FieldDefault.NONE.noted("nothing"))
                                .overwriteNoted(
                                        "replaces the realm roles of the subject; a user keeps the default role"))
                .rule("clientRoles", FieldRule.listByClient(FieldDefault.NONE.noted("nothing")));
    }

    /** Admits callers who may map roles to some subjects; each record checks the permission for its own. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.groups().canManage()
                && !Rights.mayMapRolesToUsers(permissions)
                && !Rights.mayMapRolesToDepartments(permissions, realm)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage();
    }

    @Override
    public String key(RoleMappingRecord record) {
        return record.key();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(RoleMapping mapping) {
        return mapping.uniqueKeys();
    }

    @Override
    public RecordValidator<RoleMappingRecord, RoleMapping> validator(ImportContext context) {
        return RoleMappingRules.ofImport(context.spec().ifExists(), Organizations.areEnabled(context));
    }

    @Override
    public ChunkWriter<RoleMapping> writer(ImportContext context) {
        return new RoleMappingsWriter(context, false);
    }

    @Override
    public RecordOperation<RoleMappingRecord, ?> removal() {
        return new RoleMappingsRemoval(this);
    }

    @Override
    public RecordSource<RoleMappingRecord> source() {
        return new RoleMappingsSource();
    }
}
