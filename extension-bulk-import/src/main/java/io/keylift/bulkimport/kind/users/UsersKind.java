// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.ImportKind;
import io.keylift.bulkimport.kind.RecordShape;
import io.keylift.bulkimport.kind.storages.UserStorages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Imports whole people: user, attributes, credentials, roles, groups, organizations, identities. */
public final class UsersKind implements ImportKind<UserRecord> {

    private static final Warning DISABLED = new Warning(
            "users_disabled",
            "Nearly all new users are disabled, because their records have no `enabled`."
                    + " Send the input again with `enabled` set to true and ifExists=merge.");

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
    public Collection<Claim> claims(UserRecord user) {
        List<Claim> claims = new ArrayList<>(3);
        UserDraft draft = user.draft;
        if (draft == null) {
            add(claims, "username", user.getUsername(), "/username");
            add(claims, "email", user.getEmail(), "/email");
        } else {
            add(claims, "username", draft.username, user.getUsername() == null ? "/email" : "/username");
            if (draft.uniqueEmail) {
                add(claims, "email", draft.email, "/email");
            }
        }
        if (user.getId() != null) {
            claims.add(new Claim("id", user.getId(), "/id"));
        }
        addIdentities(claims, user.getFederatedIdentities());
        if (draft != null) {
            addDids(claims, draft);
        }
        return claims;
    }

    /** Those of one who may sign in with either. */
    @Override
    public Collection<Claim> excluded(UserRecord user) {
        UserDraft draft = user.draft;
        if (draft == null || !draft.signInByEmail) {
            return List.of();
        }
        List<Claim> excluded = new ArrayList<>(2);
        if (draft.username != null && draft.username.indexOf('@') > 0 && !draft.username.equals(draft.email)) {
            add(excluded, "email", draft.username, "/username");
        }
        if (draft.email != null && !draft.email.equals(draft.username)) {
            add(excluded, "username", draft.email, "/email");
        }
        return excluded;
    }

    /** A username that looks like an address may be one of another user, unless it is the user's own: that is unique itself. */
    @Override
    public Collection<Claim> unconstrained(UserRecord user) {
        UserDraft draft = user.draft;
        if (draft == null) {
            return List.of();
        }
        List<Claim> unconstrained = new ArrayList<>(1);
        addIdentities(unconstrained, user.getFederatedIdentities());
        addDids(unconstrained, draft);
        if (draft.signInByEmail
                && draft.username != null
                && draft.username.indexOf('@') > 0
                && !draft.username.equals(draft.email)) {
            add(unconstrained, "username", draft.username, "/username");
        }
        return unconstrained;
    }

    private static void addDids(List<Claim> claims, UserDraft draft) {
        for (String did : draft.attributes.getOrDefault(UserModel.DID, List.of())) {
            claims.add(new Claim("decentralized identifier", did, "/attributes/did"));
        }
    }

    private static void addIdentities(List<Claim> claims, List<FederatedIdentityRepresentation> identities) {
        for (int i = 0; identities != null && i < identities.size(); i++) {
            FederatedIdentityRepresentation identity = identities.get(i);
            if (identity != null) {
                claims.add(new Claim(
                        "federated identity",
                        identity.getIdentityProvider() + ":" + identity.getUserId(),
                        "/federatedIdentities/" + i));
            }
        }
    }

    private static void add(List<Claim> claims, String sort, String name, String pointer) {
        if (name != null) {
            claims.add(new Claim(sort, name.toLowerCase(Locale.ROOT), pointer));
        }
    }

    @Override
    public ChunkImporter<UserRecord> importer(ImportContext context) {
        return new UsersImporter(context);
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    /** With fine-grained permissions somebody may manage a few users; who may not ask for users is not told who there is. */
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
    public Collection<Claim> removalClaims(UserRecord user) {
        return List.of(UserKey.of(user).leading());
    }

    @Override
    public ChunkImporter<UserRecord> remover(ImportContext context) {
        return new UsersRemover(context);
    }
}
