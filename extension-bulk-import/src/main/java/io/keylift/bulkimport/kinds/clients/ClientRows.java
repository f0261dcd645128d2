// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.mappers.MapperRows;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient.ScopeOfClient;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.JdbcBatch;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.ClientAttributeEntity;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ClientScopeClientMappingEntity;

/** Rows of a chunk's clients to insert and to replace, collected and then written table by table. */
final class ClientRows {

    private final EntityManager em;
    private final ClientColumns columns;
    private final Queries rows;
    private final MapperRows mappers;
    private final List<ClientEntity> clients = new ArrayList<>();
    private final List<ClientAttributeEntity> attributes = new ArrayList<>();
    private final List<CollectionRows.Row> redirectUris = new ArrayList<>();
    private final List<CollectionRows.Row> webOrigins = new ArrayList<>();
    private final List<CollectionRows.Row> flowBindings = new ArrayList<>();
    private final List<CollectionRows.Row> nodes = new ArrayList<>();
    private final List<ClientScopeClientMappingEntity> scopes = new ArrayList<>();
    /** Client id and attribute name. */
    private final List<String[]> obsoleteAttributes = new ArrayList<>();

    private final Map<Table, Set<String>> obsolete = new EnumMap<>(Table.class);

    /** Tables in which all rows of a changed client are replaced. */
    private enum Table {
        REDIRECT_URIS,
        WEB_ORIGINS,
        FLOW_BINDINGS,
        NODES,
        SCOPES
    }

    ClientRows(EntityManager em) {
        this.em = em;
        columns = new ClientColumns(em);
        rows = new Queries(em);
        mappers = new MapperRows(em);
    }

    /** Adds a new client with its rows in all tables. */
    void add(NewClient client) {
        ClientEntity entity = client.entity();
        entity.updateTimestampsOnCreate();
        ClientEntity bare = new ClientEntity();
        bare.setId(entity.getId());
        columns.copy(entity, bare);
        clients.add(bare);
        attributes.addAll(entity.getAttributes());
        entity.getProtocolMappers().forEach(mappers::add);
        set(entity.getId(), entity.getRedirectUris(), redirectUris);
        set(entity.getId(), entity.getWebOrigins(), webOrigins);
        map(entity.getId(), entity.getAuthFlowBindings(), flowBindings);
        map(entity.getId(), entity.getRegisteredNodes(), nodes);
        scopes(entity.getId(), client.scopes());
    }

    /** Adds the changed rows of a client, except its own row, which the persistence context writes. */
    void change(ClientChange change) {
        if (!change.isChange()) {
            return;
        }
        ClientEntity client = change.stored.draft.getEntity();
        String id = client.getId();
        columns.copy(client, change.stored.row);
        // Keycloak writes the row whatever the representation changes.
        change.stored.row.updateLastModifiedTimestamp();
        Set<String> changed = change.changedAttributes();
        changed.forEach(name -> obsoleteAttributes.add(new String[] {id, name}));
        client.getAttributes().stream()
                .filter(attribute -> changed.contains(attribute.getName()))
                .forEach(attributes::add);
        if (change.changesRedirectUris()) {
            renew(Table.REDIRECT_URIS, id);
            set(id, client.getRedirectUris(), redirectUris);
        }
        if (change.changesWebOrigins()) {
            renew(Table.WEB_ORIGINS, id);
            set(id, client.getWebOrigins(), webOrigins);
        }
        if (change.changesFlowBindings()) {
            renew(Table.FLOW_BINDINGS, id);
            map(id, client.getAuthFlowBindings(), flowBindings);
        }
        if (change.changesNodes()) {
            renew(Table.NODES, id);
            map(id, client.getRegisteredNodes(), nodes);
        }
        if (change.changesScopes()) {
            renew(Table.SCOPES, id);
            scopes(id, change.stored.draft.scopes());
        }
        mappers.delete(change.obsoleteMappers());
        Set<String> newMappers = change.newMappers();
        client.getProtocolMappers().stream()
                .filter(mapper -> newMappers.contains(mapper.getId()))
                .forEach(mappers::add);
    }

    private void renew(Table table, String client) {
        obsolete.computeIfAbsent(table, any -> new HashSet<>()).add(client);
    }

    private void scopes(String client, Map<String, ScopeOfClient> added) {
        added.forEach((scope, of) -> {
            ClientScopeClientMappingEntity mapping = new ClientScopeClientMappingEntity();
            mapping.setClientId(client);
            mapping.setClientScopeId(scope);
            mapping.setDefaultScope(of.byDefault());
            scopes.add(mapping);
        });
    }

    private static void set(String owner, Iterable<String> values, List<CollectionRows.Row> rows) {
        values.forEach(value -> rows.add(new CollectionRows.Row(owner, null, value)));
    }

    private static void map(String owner, Map<String, ?> values, List<CollectionRows.Row> rows) {
        if (values != null) {
            values.forEach((key, value) -> rows.add(new CollectionRows.Row(owner, key, value)));
        }
    }

    /** Deletes obsolete rows and inserts the new ones, referenced tables first. */
    void write() {
        BulkInsert.insert(em, clients);
        JdbcBatch.execute(
                em,
                ClientAttributeEntity.class,
                "delete from {table} where CLIENT_ID = ? and NAME = ?",
                obsoleteAttributes);
        BulkInsert.insert(em, attributes);
        write(Table.REDIRECT_URIS, "redirectUris", redirectUris);
        write(Table.WEB_ORIGINS, "webOrigins", webOrigins);
        write(Table.FLOW_BINDINGS, "authFlowBindings", flowBindings);
        write(Table.NODES, "registeredNodes", nodes);
        mappers.write();
        rows.execute(
                "delete from ClientScopeClientMappingEntity m where m.clientId in (:values)",
                obsolete(Table.SCOPES),
                Map.of());
        BulkInsert.insert(em, scopes);
    }

    private void write(Table table, String collection, List<CollectionRows.Row> added) {
        CollectionRows rowsOfTable = new CollectionRows(em, ClientEntity.class, collection);
        rowsOfTable.deleteAllOf(obsolete(table));
        rowsOfTable.insert(added);
    }

    private Set<String> obsolete(Table table) {
        return obsolete.getOrDefault(table, Set.of());
    }
}
