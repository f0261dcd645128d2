// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

/**
 * Deletes rows in batches on the chunk's own connection and transaction, bypassing its persistence context. Rows are
 * given as entities with only their ids set.
 */
public final class BulkDelete {

    private BulkDelete() {}

    /** Deletes entities of any types, type by type in the order of their first occurrence. */
    public static void delete(EntityManager em, List<?> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Map<Class<?>, List<Object>> types = new LinkedHashMap<>();
        rows.forEach(row ->
                types.computeIfAbsent(row.getClass(), type -> new ArrayList<>()).add(row));
        Session session = em.unwrap(Session.class);
        try (StatelessSession stateless =
                session.statelessWithOptions().connection().open()) {
            types.values().forEach(stateless::deleteMultiple);
        }
    }
}
