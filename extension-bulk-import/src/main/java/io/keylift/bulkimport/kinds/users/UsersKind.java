// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Imports users with attributes, credentials, roles, groups, organizations and identities. */
public final class UsersKind implements ImportKind<UserRecord, UserDraft> {

    private static final Warning DISABLED = new Warning(
            "users_disabled",
            "Nearly all new users are disabled, because their records have no `enabled`. Send the input again with"
                    + " `enabled` set to `true` and `ifExists=merge`.");

    @Override
    public KindInfo<UserRecord> info() {
        return new KindInfo<>(
                "users",
                UserRecord.class,
                "A user with attributes, credentials, required actions, roles, groups, organizations and identities.",
                "username",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of(
                "clients", "client-scopes", "roles", "groups", "organizations", "departments", "identity-providers");
    }

    @Override
    public RecordShape shape() {
        return UserShape.get();
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.users().requireManage();
    }

    @Override
    public Warning warning(UserDraft user) {
        return user.record.isEnabled() == null ? DISABLED : null;
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
    public RecordValidator<UserRecord, UserDraft> validator(ImportContext context) {
        return new UserValidator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(UserDraft user) {
        return UserKeys.of(user);
    }

    @Override
    public Collection<UniqueKey> excludedKeys(UserDraft user) {
        return UserKeys.excludedKeys(user);
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(UserDraft user) {
        return UserKeys.unconstrainedKeys(user);
    }

    @Override
    public ChunkWriter<UserDraft> writer(ImportContext context) {
        return new UsersWriter(context);
    }

    @Override
    public RecordOperation<UserRecord, ?> removal() {
        return new UsersRemoval(this);
    }

    @Override
    public RecordSource<UserRecord> source() {
        return new UsersSource();
    }
}
