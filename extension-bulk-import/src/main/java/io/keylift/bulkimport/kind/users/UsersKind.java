// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.ImportKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Imports whole people: user, attributes, credentials, roles, groups, organizations, identities. */
public final class UsersKind implements ImportKind<UserRecord> {

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
        return "Users with attributes, credentials, required actions, roles, groups, organizations and identities.";
    }

    @Override
    public String keyField() {
        return "username";
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
    public String key(UserRecord user) {
        return user.getUsername() == null ? user.getEmail() : user.getUsername();
    }

    @Override
    public Collection<String> claims(UserRecord user) {
        List<String> claims = new ArrayList<>(3);
        UserDraft draft = user.draft;
        if (draft == null) {
            add(claims, "username:", user.getUsername());
            add(claims, "email:", user.getEmail());
        } else {
            add(claims, "username:", draft.username);
            if (draft.uniqueEmail) {
                add(claims, "email:", draft.email);
            }
        }
        if (user.getId() != null) {
            claims.add("user-id:" + user.getId());
        }
        if (user.getFederatedIdentities() != null) {
            user.getFederatedIdentities().forEach(identity -> {
                if (identity != null) {
                    claims.add("idp:" + identity.getIdentityProvider() + ":" + identity.getUserId());
                }
            });
        }
        return claims;
    }

    private static void add(List<String> claims, String sort, String value) {
        if (value != null) {
            claims.add(sort + value.toLowerCase(Locale.ROOT));
        }
    }

    @Override
    public ChunkImporter<UserRecord> importer(ImportContext context) {
        return new UsersImporter(context);
    }
}
