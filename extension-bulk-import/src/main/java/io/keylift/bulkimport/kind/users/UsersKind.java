// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.kind.storages.UserStorages;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Imports whole people: user, attributes, credentials, roles, groups, organizations, identities. */
public final class UsersKind implements ImportKind<UserRecord> {

    private static final Warning DISABLED = new Warning(
            "users_disabled",
            "Nearly all new users are disabled, because their records have no `enabled`. Send the input again with"
                    + " `enabled` set to `true` and `ifExists=merge`.");

    @Override
    public String getId() {
        return "users";
    }

    @Override
    public Class<UserRecord> recordType() {
        return UserRecord.class;
    }

    @Override
    public String description() {
        return "A user with attributes, credentials, required actions, roles, groups, organizations and identities.";
    }

    @Override
    public String keyField() {
        return "username";
    }

    @Override
    public RecordShape shape() {
        return UserShape.get();
    }

    @Override
    public String requiredPermission() {
        return "manage-users";
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions) {
        permissions.users().requireManage();
    }

    @Override
    public Warning warning(UserRecord user) {
        return user.isEnabled() == null ? DISABLED : null;
    }

    @Override
    public String obstacle(KeycloakSession session, RealmModel realm) {
        return UserStorages.obstacle(session, realm);
    }

    @Override
    public String key(UserRecord user) {
        return user.getUsername() == null ? user.getEmail() : user.getUsername();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(UserRecord user) {
        return UserKeys.of(user);
    }

    @Override
    public Collection<UniqueKey> excludedKeys(UserRecord user) {
        return user.draft == null ? List.of() : UserKeys.excludedKeys(user.draft);
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(UserRecord user) {
        return user.draft == null ? List.of() : UserKeys.unconstrainedKeys(user);
    }

    @Override
    public ChunkImporter<UserRecord> importer(ImportContext context) {
        return new UsersImporter(context);
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    /**
     * With fine-grained permissions somebody may manage a few users; who may not ask for users is not told who there
     * is.
     */
    @Override
    public void requireRemovalPermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        boolean fineGrained = AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm);
        if (!fineGrained || !permissions.users().canQuery()) {
            requirePermission(permissions);
        }
    }

    @Override
    public Set<String> removalFields() {
        return Set.of("id", "username", "email");
    }

    @Override
    public String removalKey(UserRecord user) {
        return user.getUsername() == null && user.getEmail() == null ? user.getId() : key(user);
    }

    /** Two records may name one user by different names: that is found out by looking the names up. */
    @Override
    public Collection<UniqueKey> removalKeys(UserRecord user) {
        return List.of(UserKey.of(user).leading());
    }

    @Override
    public ChunkImporter<UserRecord> remover(ImportContext context) {
        return new UsersRemover(context);
    }
}
