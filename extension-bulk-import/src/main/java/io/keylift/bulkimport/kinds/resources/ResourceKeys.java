// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds resources by their names, owners and resource servers. */
final class ResourceKeys {

    private ResourceKeys() {}

    static List<String> of(ResourceWork work) {
        return List.of(work.record.getName(), work.owner, work.server);
    }

    /** Ids by key; keys without a resource are missing. */
    static Map<List<String>, String> ids(Queries rows, Collection<ResourceWork> works) {
        Map<List<String>, String> ids = new HashMap<>();
        rows.selectTuples(
                        AuthorizationKeys.RESOURCE,
                        works.stream().map(ResourceKeys::of).toList(),
                        Map.of())
                .forEach(row -> ids.put(List.of((String) row[1], (String) row[2], (String) row[3]), (String) row[0]));
        return ids;
    }
}
