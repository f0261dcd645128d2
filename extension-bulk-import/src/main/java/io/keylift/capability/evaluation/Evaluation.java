// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.assignment.Assignments;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.catalog.Catalog;
import io.keylift.capability.catalog.CatalogReader;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.RoleUtils;
import org.keycloak.provider.Provider;

/**
 * Evaluates the capabilities of users and roles for one session. Data that was read once, such as the revision of a
 * role, stays the same until the session ends.
 */
public final class Evaluation implements Provider {

    private final KeycloakSession session;
    private final CapabilityCache cache;
    private final Map<String, Catalog> catalogs = new HashMap<>();
    private final AssignmentLookup held;

    public Evaluation(KeycloakSession session, CapabilityCache cache) {
        this.session = session;
        this.cache = cache;
        held = new AssignmentLookup(
                cache, () -> new Assignments(entityManager()), changed -> cache.readAhead(changed, session));
    }

    public static Evaluation of(KeycloakSession session) {
        return session.getProvider(Evaluation.class);
    }

    /** The catalog of the realm. */
    public Catalog catalog(RealmModel realm) {
        return catalogs.computeIfAbsent(realm.getId(), id -> cache.catalog(id, new CatalogReader(entityManager())));
    }

    /**
     * The capabilities of a user, direct ones and those of all roles, including the roles of groups and composite
     * roles.
     */
    public Effective ofUser(RealmModel realm, UserModel user) {
        return of(realm, RoleUtils.getDeepUserRoleMappings(user), user.getId());
    }

    /** The capabilities of a role, including those of the roles in it if it is composite. */
    public Effective ofRole(RealmModel realm, RoleModel role) {
        return of(realm, RoleUtils.expandCompositeRoles(Set.of(role)), null);
    }

    /**
     * The capabilities of these roles, and the direct ones of a user.
     *
     * @param roles roles, including those in composite roles
     * @param userId id of the user, or {@code null} for roles only
     */
    public Effective of(RealmModel realm, Collection<RoleModel> roles, String userId) {
        Set<Holder> holders = new HashSet<>();
        roles.forEach(role -> holders.add(Holder.role(role.getId())));
        if (userId != null) {
            holders.add(Holder.user(userId));
        }
        return new Effective(catalog(realm), held, holders);
    }

    /** The capabilities that are assigned directly to this role or user, and those in its sets. */
    public Effective assigned(RealmModel realm, Holder holder) {
        return new Effective(catalog(realm), held, Set.of(holder));
    }

    private EntityManager entityManager() {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }

    @Override
    public void close() {}
}
