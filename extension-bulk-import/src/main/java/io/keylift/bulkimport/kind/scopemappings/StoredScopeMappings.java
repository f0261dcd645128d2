// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopemappings;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The roles in the scopes of a chunk's clients and client scopes: one query for each of both. Updated with what the
 * records planned so far change.
 */
final class StoredScopeMappings {

    /** Roles by owner, and by role. */
    private final Map<String, Map<String, KnownRole>> roles = new HashMap<>();

    StoredScopeMappings(Queries rows, List<ScopeMappingWork> works) {
        load(rows, "ClientEntity", owners(works, true));
        load(rows, "ClientScopeEntity", owners(works, false));
    }

    private static List<String> owners(List<ScopeMappingWork> works, boolean ofClients) {
        return works.stream()
                .filter(work -> work.isFound() && work.record.isOfClient() == ofClients)
                .map(work -> work.owner)
                .distinct()
                .toList();
    }

    /** Only the internal id of a role's client is loaded, because no more is needed. */
    private void load(Queries rows, String entity, List<String> owners) {
        for (Object[] row : rows.select(
                "select o.id, r.id, r.name, r.clientId from " + entity
                        + " o join o.scopeMappingIds s join RoleEntity r on r.id = s where o.id in (:values)",
                owners,
                Map.of())) {
            KnownClient client = row[3] == null ? null : new KnownClient((String) row[3], null);
            of((String) row[0]).put((String) row[1], new KnownRole((String) row[1], (String) row[2], client));
        }
    }

    /** The roles by id; the caller adds and removes planned ones. */
    Map<String, KnownRole> of(String owner) {
        return roles.computeIfAbsent(owner, any -> new LinkedHashMap<>());
    }
}
