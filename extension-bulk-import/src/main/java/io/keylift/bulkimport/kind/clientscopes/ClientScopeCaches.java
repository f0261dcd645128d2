// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;

/**
 * Registers what Keycloak's realm cache has to forget of client scopes after the commit, on all nodes: those that
 * change, the list of the realm, and the realm itself, which keeps what new clients get. Of a new client scope it holds
 * nothing. The keys are private to Keycloak, hence spelled out.
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
            // Listeners may ask for a new client scope, which is not to be cached before the commit.
            if (!work.isNew() || context.events() == EventMode.RECORD) {
                cache.registerInvalidation(work.id);
            }
        }
        if (changed.stream().anyMatch(ClientScopeWork::changesAssignment)) {
            cache.registerRealmInvalidation(realm.getId(), realm.getName());
        }
        forgetListsOfClients(context, cache, changed);
    }

    /** The scopes of a client that Keycloak remembers are those of the client's protocol. */
    private static void forgetListsOfClients(
            ImportContext context, CacheRealmProvider cache, List<ClientScopeWork> changed) {
        List<String> ids = changed.stream()
                .filter(work -> work.isChange() && work.change.changesProtocol)
                .map(work -> work.id)
                .toList();
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
