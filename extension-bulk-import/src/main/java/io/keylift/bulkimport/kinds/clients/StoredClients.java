// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.mappers.StoredMappers;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient.ScopeOfClient;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.ClientAttributeEntity;
import org.keycloak.models.jpa.entities.ClientEntity;

/** Loads the clients of a chunk or page: one query for each table. */
final class StoredClients {

    /** Selects id of a service account, internal id of its client, and username. */
    private static final LookupKey SERVICE_ACCOUNT = LookupKey.of(
                    "UserEntity",
                    "USER_ENTITY",
                    "id, serviceAccountClientLink, username",
                    "ID, SERVICE_ACCOUNT_CLIENT_LINK, USERNAME")
            .inRealm()
            .by("serviceAccountClientLink", "SERVICE_ACCOUNT_CLIENT_LINK")
            .ordered();

    private final ReadContext context;
    private final Queries rows;
    private final RealmModel realm;
    private final ClientColumns columns;
    private final Map<String, StoredClient> clients = new HashMap<>();

    private StoredClients(ReadContext context, RealmModel realm, ClientColumns columns) {
        this.context = context;
        this.realm = realm;
        this.columns = columns;
        rows = new Queries(context.entityManager());
    }

    /**
     * For clients that a chunk changes.
     *
     * @param realm as Keycloak's code sees it
     */
    static StoredClients toChange(ImportContext context, RealmModel realm, ClientColumns columns) {
        return new StoredClients(context, realm, columns);
    }

    static StoredClients toRead(ReadContext context) {
        return new StoredClients(context, context.realm(), new ClientColumns(context.entityManager()));
    }

    /** The clients by id; those that do not exist are missing. */
    Map<String, StoredClient> load(Collection<String> ids) {
        rows.list("select c from ClientEntity c where c.id in (:values)", ClientEntity.class, ids, Map.of())
                .forEach(row -> clients.put(row.getId(), new StoredClient(row, draft(row))));
        loadRest(clients.keySet());
        return clients;
    }

    private void loadRest(Collection<String> ids) {
        loadCollections(ids);
        loadMappers(ids);
        loadScopes(ids);
        rows.select(SERVICE_ACCOUNT, context.realm().getId(), ids).forEach(row -> {
            StoredClient client = clients.get((String) row[1]);
            client.userId = (String) row[0];
            client.username = (String) row[2];
        });
        rows.list(
                        "select s from ResourceServerEntity s where s.id in (:values)",
                        ResourceServerEntity.class,
                        ids,
                        Map.of())
                .forEach(server -> clients.get(server.getId()).resourceServer = server);
    }

    private DraftClient draft(ClientEntity row) {
        ClientEntity copy = new ClientEntity();
        copy.setId(row.getId());
        columns.copy(row, copy);
        return DraftClient.ofExisting(context.session(), realm, copy);
    }

    private ClientEntity entity(Object[] row) {
        return clients.get((String) row[0]).draft.getEntity();
    }

    private void loadCollections(Collection<String> ids) {
        select("select a.client.id, a.name, a.value from ClientAttributeEntity a where a.client.id in (:values)", ids)
                .forEach(row -> {
                    ClientAttributeEntity attribute = new ClientAttributeEntity();
                    attribute.setClient(entity(row));
                    attribute.setName((String) row[1]);
                    attribute.setValue((String) row[2]);
                    entity(row).getAttributes().add(attribute);
                });
        select("select c.id, u from ClientEntity c join c.redirectUris u where c.id in (:values)", ids)
                .forEach(row -> entity(row).getRedirectUris().add((String) row[1]));
        select("select c.id, o from ClientEntity c join c.webOrigins o where c.id in (:values)", ids)
                .forEach(row -> entity(row).getWebOrigins().add((String) row[1]));
        select(
                        "select c.id, key(f), value(f) from ClientEntity c join c.authFlowBindings f where c.id in"
                                + " (:values)",
                        ids)
                .forEach(row -> entity(row).getAuthFlowBindings().put((String) row[1], (String) row[2]));
        select(
                        "select c.id, key(n), value(n) from ClientEntity c join c.registeredNodes n where c.id in"
                                + " (:values)",
                        ids)
                .forEach(row -> entity(row).getRegisteredNodes().put((String) row[1], (Integer) row[2]));
    }

    private void loadMappers(Collection<String> ids) {
        StoredMappers.load(rows, MapperOwner.CLIENT, ids)
                .forEach((id, mappers) -> mappers.forEach(mapper -> {
                    ClientEntity client = clients.get(id).draft.getEntity();
                    mapper.setClient(client);
                    client.getProtocolMappers().add(mapper);
                }));
    }

    private void loadScopes(Collection<String> ids) {
        Map<String, ClientScopeModel> scopes =
                realm.getClientScopesStream().collect(Collectors.toMap(ClientScopeModel::getId, Function.identity()));
        select(
                        "select m.clientId, m.clientScopeId, m.defaultScope from ClientScopeClientMappingEntity m"
                                + " where m.clientId in (:values)",
                        ids)
                .forEach(row -> {
                    ClientScopeModel scope = scopes.get((String) row[1]);
                    if (scope != null) {
                        clients.get((String) row[0])
                                .draft
                                .scopes()
                                .put(scope.getId(), new ScopeOfClient(scope, (Boolean) row[2]));
                    }
                });
    }

    private Iterable<Object[]> select(String jpql, Collection<String> ids) {
        return rows.select(jpql, ids, Map.of());
    }
}
