// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Unique keys of the tables of Keycloak's Authorization Services. */
public final class AuthorizationKeys {

    /** Selects id, name and resource server of a scope. */
    public static final LookupKey SCOPE = LookupKey.of(
                    "ScopeEntity",
                    "RESOURCE_SERVER_SCOPE",
                    "id, name, resourceServer.id",
                    "ID, NAME, RESOURCE_SERVER_ID")
            .by("name", "NAME")
            .by("resourceServer.id", "RESOURCE_SERVER_ID");

    /** Selects id, name, owner and resource server of a resource. */
    public static final LookupKey RESOURCE = LookupKey.of(
                    "ResourceEntity",
                    "RESOURCE_SERVER_RESOURCE",
                    "id, name, owner, resourceServer",
                    "ID, NAME, OWNER, RESOURCE_SERVER_ID")
            .by("name", "NAME")
            .by("owner", "OWNER")
            .by("resourceServer", "RESOURCE_SERVER_ID");

    /** Selects id, name, type and resource server of a policy or permission. */
    public static final LookupKey POLICY = LookupKey.of(
                    "PolicyEntity",
                    "RESOURCE_SERVER_POLICY",
                    "id, name, type, resourceServer.id",
                    "ID, NAME, TYPE, RESOURCE_SERVER_ID")
            .by("name", "NAME")
            .by("resourceServer.id", "RESOURCE_SERVER_ID");

    private AuthorizationKeys() {}

    /**
     * Finds the ids of scopes, policies or permissions by clientId and name, in the order of the records; {@code null}
     * if there is none. Two queries.
     *
     * @param key key of a name and a resource server
     * @param clients clientId of each record, or {@code null}
     * @param names name of each record, or {@code null}
     * @param isWanted condition on the rows that the key selects
     */
    public static List<String> find(
            ReadContext context,
            Queries rows,
            LookupKey key,
            List<String> clients,
            List<String> names,
            Predicate<Object[]> isWanted) {
        Map<String, String> servers = new HashMap<>();
        rows.select(
                        KeycloakKeys.CLIENT_ID,
                        context.realm().getId(),
                        clients.stream().filter(Objects::nonNull).toList())
                .forEach(row -> servers.put((String) row[1], (String) row[0]));
        List<List<String>> keys = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String server = clients.get(i) == null ? null : servers.get(clients.get(i));
            keys.add(server == null || names.get(i) == null ? null : List.of(names.get(i), server));
        }
        Map<List<String>, String> ids = new HashMap<>();
        rows.selectTuples(key, keys.stream().filter(Objects::nonNull).toList(), Map.of()).stream()
                .filter(isWanted)
                .forEach(row -> ids.put(List.of((String) row[1], (String) row[row.length - 1]), (String) row[0]));
        return keys.stream().map(one -> one == null ? null : ids.get(one)).toList();
    }

    /**
     * Ids by name and resource server. Names without an object are missing. One query.
     *
     * @param key key of a name and a resource server
     * @param names names with their resource servers
     */
    public static Map<List<String>, String> ids(Queries rows, LookupKey key, Collection<List<String>> names) {
        Map<List<String>, String> ids = new HashMap<>();
        rows.selectTuples(key, names, Map.of())
                .forEach(row -> ids.put(List.of((String) row[1], (String) row[2]), (String) row[0]));
        return ids;
    }
}
