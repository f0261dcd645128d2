// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;

/**
 * Registers which entries of Keycloak's realm cache are invalidated after the commit, on all nodes: changed client
 * scopes, the realm's list of them, and the realm itself, which stores the scopes of new clients. There are no entries
 * of a new client scope. The keys are private to Keycloak, so they are repeated here.
 */
final class ClientScopeCaches {

    private static final String LIST = ".clientscopes";

    private ClientScopeCaches() {}

    static void invalidate(ImportContext context, List<ClientScopeWork> changed) {
        CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
        if (cache == null) {
            return; // The server may run without the realm cache.
        }
        RealmModel realm = context.realm();
        if (changed.stream().anyMatch(ClientScopeWork::isNew)) {
            cache.registerInvalidation(realm.getId() + LIST);
        }
        for (ClientScopeWork work : changed) {
            // Listeners may load a new client scope, which must not be cached before the commit.
            if (!work.isNew() || context.events() == EventMode.RECORD) {
                cache.registerInvalidation(work.id);
            }
        }
        if (changed.stream().anyMatch(ClientScopeWork::changesAssignment)) {
            cache.registerRealmInvalidation(realm.getId(), realm.getName());
        }
        // Keycloak caches the scopes of a client only for the client's protocol.
        forgetListsOfClients(
                context,
                cache,
                changed.stream()
                        .filter(work -> work.isChange() && work.plan().changes("protocol"))
                        .map(work -> work.id)
                        .toList());
    }

    /** Removed client scopes. New clients may have had them, and users may have consented to them. */
    static void invalidateRemoved(ImportContext context, Collection<String> ids) {
        UserCache users = context.session().getProvider(UserCache.class);
        if (users != null) {
            users.evict(context.realm());
        }
        CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
        if (cache != null) {
            RealmModel realm = context.realm();
            cache.registerInvalidation(realm.getId() + LIST);
            ids.forEach(cache::registerInvalidation);
            cache.registerRealmInvalidation(realm.getId(), realm.getName());
            forgetListsOfClients(context, cache, ids);
        }
    }

    private static void forgetListsOfClients(ImportContext context, CacheRealmProvider cache, Collection<String> ids) {
        new Queries(context.entityManager())
                .list(
                        "select distinct m.clientId from ClientScopeClientMappingEntity m"
                                + " where m.clientScopeId in (:values)",
                        String.class,
                        ids,
                        Map.of())
                .forEach(client -> {
                    cache.registerInvalidation(client + ".default" + LIST);
                    cache.registerInvalidation(client + ".optional" + LIST);
                });
    }
}
