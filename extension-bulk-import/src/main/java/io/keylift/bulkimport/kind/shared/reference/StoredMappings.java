// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The roles of the subjects of a chunk, updated with the changes that are planned so far. */
public final class StoredMappings {

    private final Queries rows;

    /** Roles by subject, and by role. */
    private final Map<String, Map<String, KnownRole>> roles = new HashMap<>();

    StoredMappings(Queries rows) {
        this.rows = rows;
    }

    /**
     * Reads the roles of subjects, in one query. Only the internal id of a role's client is loaded, because no more is
     * needed.
     *
     * @param from the entity with the mappings, in JPQL
     * @param subject its attribute with the id of the subject
     * @param role its attribute with the id of the role
     */
    public void load(String from, String subject, String role, Collection<String> subjects) {
        String select = "select " + subject + ", r.id, r.name, r.clientId from " + from
                + " join RoleEntity r on r.id = " + role + " where " + subject + " in (:values)";
        for (Object[] row : rows.select(select, subjects, Map.of())) {
            KnownClient client = row[3] == null ? null : new KnownClient((String) row[3], null);
            put((String) row[0], new KnownRole((String) row[1], (String) row[2], client));
        }
    }

    public void put(String subject, KnownRole role) {
        of(subject).put(role.id(), role);
    }

    /** The roles by id; the caller adds and removes planned ones. */
    Map<String, KnownRole> of(String subject) {
        return roles.computeIfAbsent(subject, s -> new LinkedHashMap<>());
    }
}
