// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.shared.removal.ResourceServerDeletion;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.cache.UserCache;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.RealmCacheSession;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/**
 * Registers which entries of Keycloak's caches are invalidated after the commit, on all nodes. There are none for a new
 * client, because the caches do not store that a client is absent. They store that for resource servers only.
 */
final class ClientCaches {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final boolean eventForEach;
    /** {@code null} if the server runs without the realm cache. */
    private final CacheRealmProvider realms;
    /** {@code null} if the server runs without the authorization cache. */
    private final StoreFactoryCacheSession authorization;

    private final List<String> removedServers = new ArrayList<>();

    private ClientCaches(ImportContext context) {
        session = context.session();
        realm = context.realm();
        eventForEach = context.events() == EventMode.RECORD;
        realms = session.getProvider(CacheRealmProvider.class);
        authorization = session.getProvider(CachedStoreFactoryProvider.class) instanceof StoreFactoryCacheSession cache
                ? cache
                : null;
    }

    static void invalidate(ImportContext context, List<ClientWork> works) {
        ClientCaches caches = new ClientCaches(context);
        for (ClientWork work : works) {
            if (work.isNew()) {
                caches.added(work.fresh);
            } else if (work.isChange()) {
                caches.changed(work.change);
            }
        }
        if (caches.realms != null && works.stream().anyMatch(ClientWork::isNew)) {
            caches.invalidateList();
        }
        ResourceServerDeletion.invalidate(context.session(), caches.removedServers);
    }

    /** Roles, users and resource servers of the clients are invalidated where they are removed. */
    static void invalidateRemoved(ImportContext context, Collection<? extends ClientModel> clients) {
        ClientCaches caches = new ClientCaches(context);
        if (caches.realms != null) {
            clients.forEach(client -> caches.realms.registerClientInvalidation(
                    client.getId(), client.getClientId(), caches.realm.getId()));
            caches.invalidateList();
        }
        UserCache users = caches.session.getProvider(UserCache.class);
        if (users != null) {
            // As Keycloak: any of them may have given a consent.
            users.evict(caches.realm);
        }
    }

    private void invalidateList() {
        realms.registerInvalidation(realm.getId() + RealmCacheSession.REALM_CLIENTS_QUERY_SUFFIX);
    }

    private void added(NewClient client) {
        if (realms != null && eventForEach) {
            // Listeners may load the client, which must not be cached before the commit.
            realms.registerClientInvalidation(
                    client.entity().getId(), client.entity().getClientId(), realm.getId());
        }
        if (client.resourceServer() != null) {
            forgetServer(client.resourceServer().getId());
        }
    }

    private void changed(ClientChange change) {
        StoredClient client = change.stored;
        if (realms != null) {
            realms.registerClientInvalidation(client.id(), client.draft.getClientId(), realm.getId());
        }
        if (change.addedServer != null) {
            forgetProtection(client);
        }
        if (change.addedServer != null || change.changesServer) {
            forgetServer(client.id());
        }
        if (change.removesServer) {
            removedServers.add(client.id());
        }
        if (change.changesAttributes()) {
            forgetKeys(client.draft);
        }
    }

    /** The client has a new role, and so has its user. */
    private void forgetProtection(StoredClient client) {
        if (realms != null) {
            String roles = RealmCacheSession.ROLES_QUERY_SUFFIX;
            realms.registerInvalidation(client.id() + roles);
            realms.registerInvalidation(client.id() + "." + Constants.AUTHZ_UMA_PROTECTION + roles);
        }
        UserCache users = session.getProvider(UserCache.class);
        if (users != null && client.userId != null) {
            users.evict(realm, client.user(session, realm));
        }
    }

    private void forgetServer(String id) {
        if (authorization != null) {
            authorization.registerResourceServerInvalidation(id);
        }
    }

    /** Keycloak's cache of clients' keys listens to no other event. */
    private void forgetKeys(ClientModel client) {
        session.getKeycloakSessionFactory().publish(new ClientModel.ClientUpdatedEvent() {
            @Override
            public ClientModel getUpdatedClient() {
                return client;
            }

            @Override
            public KeycloakSession getKeycloakSession() {
                return session;
            }
        });
    }
}
