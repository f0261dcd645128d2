// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.shared.authorization.ResourceServerSource;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.representations.idm.authorization.ResourceOwnerRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** Reads the resources of all clients in the order of their names. */
final class ResourcesSource extends ResourceServerSource<ResourceRecord> {

    ResourcesSource() {
        super("ResourceEntity", "resourceServer");
    }

    @Override
    public List<String> find(ExportContext context, List<ResourceRecord> keys) {
        Queries rows = new Queries(context.entityManager());
        Map<String, String> servers = new HashMap<>();
        rows.select(
                        KeycloakKeys.CLIENT_ID,
                        context.realm().getId(),
                        keys.stream()
                                .map(ResourceRecord::getClient)
                                .filter(Objects::nonNull)
                                .toList())
                .forEach(row -> servers.put((String) row[1], (String) row[0]));
        List<ResourceWork> works = new ArrayList<>();
        for (ResourceRecord key : keys) {
            ResourceWork work = new ResourceWork(new Item<>(0, key, null));
            work.server = key.getName() == null ? null : servers.get(key.getClient());
            works.add(work);
        }
        List<ResourceWork> known =
                works.stream().filter(work -> work.server != null).toList();
        OwnerLookup.inTables(context, rows).resolve(known);
        Map<List<String>, String> ids = ResourceKeys.ids(
                rows, known.stream().filter(work -> work.owner != null).toList());
        return works.stream()
                .map(work -> work.owner == null ? null : ids.get(ResourceKeys.of(work)))
                .toList();
    }

    /** A resource refers to scopes by name. The import ignores other fields of a scope. */
    @Override
    public BinaryOperator<ResourceRecord> normalizer(ExportContext context) {
        return (resource, stored) -> {
            if (resource.getScopes() != null) {
                resource.setScopes(resource.getScopes().stream()
                        .filter(Objects::nonNull)
                        .map(scope -> new ScopeRepresentation(scope.getName()))
                        .collect(Collectors.toSet()));
            }
            return resource;
        };
    }

    @Override
    public Map<String, List<?>> implied(ExportContext context, List<ResourceRecord> records) {
        Set<ObjectNode> scopes = new LinkedHashSet<>();
        for (ResourceRecord record : records) {
            if (record.getScopes() != null) {
                record.getScopes().stream()
                        .filter(Objects::nonNull)
                        .map(scope -> JsonNodeFactory.instance
                                .objectNode()
                                .put("client", record.getClient())
                                .put("name", scope.getName()))
                        .forEach(scopes::add);
            }
        }
        return Map.of("scopes", List.copyOf(scopes));
    }

    @Override
    public RowReference row(String id) {
        return ResourceTable.TABLE.row(id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("r.id", "PolicyEntity p join p.resources r")
                .count("t.resource.id", "PermissionTicketEntity t")
                .counts();
    }

    @Override
    public Map<String, ResourceRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Map<String, KnownClient> clients = clients(context, rows, ids);
        Map<String, StoredEntity<ResourceEntity>> stored =
                ResourceTable.TABLE.read(context.entityManager(), clients.keySet());
        Map<String, String> owners = new HashMap<>();
        rows.select(
                        "select u.id, u.username from UserEntity u where u.id in (:values)",
                        stored.values().stream()
                                .map(resource -> resource.row().getOwner())
                                .collect(Collectors.toSet()),
                        Map.of())
                .forEach(row -> owners.put((String) row[0], (String) row[1]));
        Map<String, ScopeRepresentation> scopes = scopes(rows, stored);
        Map<String, ResourceRecord> records = new HashMap<>();
        stored.forEach((id, resource) -> {
            KnownClient client = clients.get(id);
            String owner = owners.get(resource.row().getOwner());
            // The owner of a resource may have been removed; no record can name such an owner.
            if (owner != null || client.id().equals(resource.row().getOwner())) {
                records.put(id, record(resource, client, owner, scopes));
            } else {
                context.hidden(id, "owner");
            }
        });
        return records;
    }

    private static Map<String, ScopeRepresentation> scopes(
            Queries rows, Map<String, StoredEntity<ResourceEntity>> resources) {
        Map<String, ScopeRepresentation> scopes = new HashMap<>();
        rows.select(
                        "select s.id, s.name, s.displayName, s.iconUri from ScopeEntity s where s.id in (:values)",
                        resources.values().stream()
                                .flatMap(resource -> resource.get(ResourceTable.SCOPES).stream())
                                .collect(Collectors.toSet()),
                        Map.of())
                .forEach(row -> {
                    ScopeRepresentation scope = new ScopeRepresentation((String) row[1]);
                    scope.setDisplayName((String) row[2]);
                    scope.setIconUri((String) row[3]);
                    scopes.put((String) row[0], scope);
                });
        return scopes;
    }

    private static ResourceRecord record(
            StoredEntity<ResourceEntity> stored,
            KnownClient client,
            String owner,
            Map<String, ScopeRepresentation> scopes) {
        ResourceRecord record = ResourceTable.TABLE.record(stored);
        record.setClient(client.clientId());
        if (owner != null) {
            ResourceOwnerRepresentation named = new ResourceOwnerRepresentation();
            named.setName(owner);
            record.setOwner(named);
        }
        record.setUris(new TreeSet<>(stored.get(ResourceTable.URIS)));
        record.setScopes(stored.get(ResourceTable.SCOPES).stream()
                .map(scopes::get)
                .sorted(Comparator.comparing(ScopeRepresentation::getName))
                .collect(Collectors.toCollection(LinkedHashSet::new)));
        record.setAttributes(stored.get(ResourceTable.ATTRIBUTES));
        return record;
    }
}
