// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The removal of users by id, username or email address. */
record UsersRemoval(UsersKind kind) implements RecordOperation<UserRecord, UserKey> {

    /**
     * With fine-grained permissions a caller may manage some users only. A caller who may not query users does not
     * learn which of them exist.
     */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        boolean fineGrained = AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm);
        if (!fineGrained || !permissions.users().canQuery()) {
            kind.requirePermission(permissions, realm);
        }
    }

    @Override
    public Set<String> fields() {
        return Set.of("id", "username", "email");
    }

    @Override
    public String key(UserRecord user) {
        return user.getUsername() == null && user.getEmail() == null ? user.getId() : kind.key(user);
    }

    @Override
    public RecordValidator<UserRecord, UserKey> validator(ImportContext context) {
        return item -> {
            UserKey key = UserKey.of(item.record());
            key.check(item);
            return key;
        };
    }

    /** Two records may name one user by different names. Only the look-up shows that. */
    @Override
    public Collection<UniqueKey> uniqueKeys(UserKey user) {
        return List.of(user.leading());
    }

    @Override
    public ChunkWriter<UserKey> writer(ImportContext context) {
        return new UsersRemover(context);
    }
}
