// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.removal.CachedKeys;
import io.keylift.bulkimport.kind.shared.removal.ListingPolicies;
import io.keylift.bulkimport.kind.shared.removal.LockedObjects;
import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization;
import io.keylift.bulkimport.kind.shared.removal.RemovedClientSessions;
import io.keylift.bulkimport.kind.shared.removal.ResourceServerDeletion;
import io.keylift.bulkimport.kind.shared.removal.RoleDeletion;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.jose.jwk.JWK;
import org.keycloak.keys.PublicKeyStorageUtils;
import org.keycloak.models.ClientModel;
import org.keycloak.models.jpa.entities.ClientEntity;

/**
 * Deletes clients like Keycloak's {@code ClientManager}, with their roles, service accounts, sessions, consents and
 * authorization, but in a number of statements that does not depend on the number of clients, and without its events.
 */
final class ClientDeletion {

    /** The tables with rows of a client, referencing tables first; collections of an entity are deleted with it. */
    private static final List<String> DELETIONS = List.of(
            "delete from UserConsentClientScopeEntity s where s.userConsent.id in"
                    + " (select c.id from UserConsentEntity c where c.clientId in (:values))",
            "delete from UserConsentEntity c where c.clientId in (:values)",
            "delete from IssuedVerifiableCredentialEntity v where v.clientId in (:values)",
            "delete from FederatedUserConsentClientScopeEntity s where s.userConsent.id in"
                    + " (select c.id from FederatedUserConsentEntity c where c.clientId in (:values))",
            "delete from FederatedUserConsentEntity c where c.clientId in (:values)",
            "delete from FederatedUserIssuedVerifiableCredentialEntity v where v.clientId in (:values)",
            "delete from ClientScopeClientMappingEntity m where m.clientId in (:values)",
            "delete from ClientAttributeEntity a where a.client.id in (:values)",
            "delete from ProtocolMapperEntity m where m.client.id in (:values)");

    private final ImportContext context;
    private final Queries rows;

    ClientDeletion(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** @param clients those whose rows, and the rows of whose roles, this transaction has locked */
    void delete(List<StoredClient> clients) {
        if (clients.isEmpty()) {
            return;
        }
        Map<String, ClientModel> models = new HashMap<>();
        clients.forEach(client -> models.put(client.id(), client.draft));
        Set<String> ids = models.keySet();
        ClientCaches.invalidateRemoved(context, models.values());
        forgetKeys(ids);
        removeServiceAccounts(clients);
        new RoleDeletion(context, rows)
                .delete(new HashSet<>(rows.list(
                        "select r.id from RoleEntity r where r.clientId in (:values)", String.class, ids, Map.of())));
        RemovedClientSessions.remove(context, rows, models);
        removeResourceServers(clients);
        ListingPolicies.ofClients(context, rows).leave(ids);
        new RemovedAuthorization(context, rows).removeOf(ids);
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        LockedObjects.delete(rows, ClientEntity.class, ids);
    }

    @SuppressWarnings("deprecation") // Keycloak makes its keys with this type
    private void forgetKeys(Collection<String> ids) {
        String realm = context.realm().getId();
        CachedKeys.forgetAfterCommit(
                context.session(),
                ids.stream()
                        .flatMap(id -> Stream.of(JWK.Use.SIG, JWK.Use.ENCRYPTION)
                                .map(use -> PublicKeyStorageUtils.getClientModelCacheKey(realm, id, use))));
    }

    private void removeServiceAccounts(List<StoredClient> clients) {
        ServiceAccounts accounts = new ServiceAccounts(context);
        clients.stream().map(client -> client.userId).filter(Objects::nonNull).forEach(accounts::removeLater);
        accounts.remove();
    }

    private void removeResourceServers(List<StoredClient> clients) {
        List<String> servers = clients.stream()
                .filter(client -> client.resourceServer != null)
                .map(StoredClient::id)
                .toList();
        ResourceServerDeletion.invalidate(context.session(), servers);
        ResourceServerDeletion.delete(rows, servers);
    }
}
