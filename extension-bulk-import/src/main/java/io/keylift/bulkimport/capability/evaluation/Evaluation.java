// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.evaluation;

import io.keylift.bulkimport.capability.assignment.Assignments;
import io.keylift.bulkimport.capability.assignment.Holder;
import io.keylift.bulkimport.capability.catalog.Catalog;
import io.keylift.bulkimport.capability.catalog.CatalogReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
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
 * Tells what users and roles may do. Belongs to a session: what it has read once, such as the revision of a role, stays as it is until the
 * session ends.
 */
public final class Evaluation implements Provider {

    private final KeycloakSession session;
    private final CapabilityCache cache;
    private final Map<String, Catalog> catalogs = new HashMap<>();
    private final Map<Holder, Set<String>> known = new HashMap<>();

    public Evaluation(KeycloakSession session, CapabilityCache cache) {
        this.session = session;
        this.cache = cache;
    }

    public static Evaluation of(KeycloakSession session) {
        return session.getProvider(Evaluation.class);
    }

    /** The catalogue of a realm. */
    public Catalog catalog(RealmModel realm) {
        return catalogs.computeIfAbsent(
                realm.getId(), id -> cache.catalog(id, new CatalogReader(jpa().getEntityManager())));
    }

    /** What a user has by all roles Keycloak says he has, through groups and composite roles, too, and by himself. */
    public Effective ofUser(RealmModel realm, UserModel user) {
        return of(realm, RoleUtils.getDeepUserRoleMappings(user), user.getId());
    }

    /** What a role and those it is composed of give. */
    public Effective ofRole(RealmModel realm, RoleModel role) {
        return of(realm, RoleUtils.expandCompositeRoles(Set.of(role)), null);
    }

    /**
     * What these roles give, and what a user has by himself.
     *
     * @param roles with those they are composed of
     * @param userId {@code null} if it is about roles alone
     */
    public Effective of(RealmModel realm, Collection<RoleModel> roles, String userId) {
        List<Holder> holders = new ArrayList<>(roles.size() + 1);
        roles.forEach(role -> holders.add(Holder.role(role.getId())));
        if (userId != null) {
            holders.add(Holder.user(userId));
        }
        return new Effective(catalog(realm), held(holders));
    }

    /** What is assigned to this role or user itself. */
    public Effective assigned(RealmModel realm, Holder holder) {
        return new Effective(catalog(realm), held(List.of(holder)));
    }

    private Map<Holder, Set<String>> held(List<Holder> holders) {
        List<Holder> open =
                holders.stream().filter(holder -> !known.containsKey(holder)).toList();
        if (!open.isEmpty()) {
            open.forEach(holder -> known.put(holder, Set.of()));
            known.putAll(cache.held(open, new Assignments(jpa().getEntityManager())));
        }
        Map<Holder, Set<String>> held = new HashMap<>();
        holders.forEach(holder -> {
            Set<String> ids = known.get(holder);
            if (!ids.isEmpty()) {
                held.put(holder, ids);
            }
        });
        return held;
    }

    private JpaConnectionProvider jpa() {
        return session.getProvider(JpaConnectionProvider.class);
    }

    @Override
    public void close() {}
}
