// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.infinispan.UserCacheSession;
import org.keycloak.storage.adapter.InMemoryUserAdapter;

/**
 * Registers which entries of Keycloak's caches of users and of the realm are invalidated after the commit, as far as
 * the database shows their possible content. Must be called before anything is removed. Some keys are private to
 * Keycloak, so they are repeated here.
 */
final class RemovalCaches {

    private final ImportContext context;
    private final RealmModel realm;
    private final Queries rows;
    private final List<RemovedUser> users;

    RemovalCaches(ImportContext context, Queries rows, List<RemovedUser> users) {
        this.context = context;
        this.rows = rows;
        this.users = users;
        realm = context.realm();
    }

    void invalidate(List<String> ids) {
        Set<String> keys = new HashSet<>();
        for (RemovedUser user : users) {
            keys.add(user.id() + ".consents");
            keys.add(user.id() + ".verifiableCredentials");
            keys.add(user.id() + ".idplinks");
            if (realm.isOrganizationsEnabled()) {
                keys.add(realm.getId() + ".org.member." + user.id() + ".orgs");
            }
        }
        for (Object[] identity : rows.select(
                "select f.identityProvider, f.userId from FederatedIdentityEntity f where f.user.id in (:values)",
                ids,
                Map.of())) {
            keys.add(realm.getId() + ".idp." + identity[0] + "." + identity[1]);
        }
        Set<String> organizations = new HashSet<>();
        for (Object[] member : rows.select(
                "select m.user.id, g.organization.id from UserGroupMembershipEntity m"
                        + " join GroupEntity g on g.id = m.groupId where m.user.id in (:values) and g.type = :type",
                ids,
                Map.of("type", GroupModel.Type.ORGANIZATION.intValue()))) {
            String organization = realm.getId() + ".org." + member[1];
            organizations.add(organization);
            keys.add(organization + ".member." + member[0] + ".membership");
            keys.add(organization + ".member." + member[0] + ".groups");
        }
        forgetUsers(keys);
        CacheRealmProvider realms = context.session().getProvider(CacheRealmProvider.class);
        if (realms != null) {
            organizations.forEach(organization -> realms.registerInvalidation(organization + ".members.count"));
        }
    }

    private void forgetUsers(Set<String> keys) {
        UserCache cache = context.session().getProvider(UserCache.class);
        if (cache == null) {
            return;
        }
        for (RemovedUser user : users) {
            InMemoryUserAdapter model = new InMemoryUserAdapter(context.session(), realm, user.id());
            model.setSingleAttribute("username", user.username());
            if (user.email() != null) {
                model.setSingleAttribute("email", user.email());
            }
            cache.evict(realm, model);
        }
        if (cache instanceof UserCacheSession session) {
            keys.forEach(session::registerInvalidation);
        }
    }
}
