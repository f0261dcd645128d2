// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A table of a map from names to texts. The work on a record gives the whole new map, both with {@code overwrite} and
 * with {@code merge}.
 *
 * @param <E> the entity
 * @param <W> class of the work on a record
 * @param entity the entity
 * @param property its map
 */
public record MapTable<E, W>(
        String field, FieldRule rule, Class<E> entity, String property, Function<W, Map<String, String>> given)
        implements ChildTable<E, W, Map<String, String>> {

    @Override
    public Map<String, String> none() {
        return Map.of();
    }

    @Override
    public Map<String, Map<String, String>> load(Queries queries, Collection<String> ids) {
        Map<String, Map<String, String>> values = new HashMap<>();
        queries.select(
                        "select e.id, key(c), value(c) from " + entity.getSimpleName() + " e join e." + property
                                + " c where e.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> values.computeIfAbsent((String) row[0], id -> new HashMap<>())
                        .put((String) row[1], (String) row[2]));
        return values;
    }

    @Override
    public Map<String, String> wanted(W work, Map<String, String> stored, boolean merge) {
        return given.apply(work);
    }

    @Override
    public ChildRows<E, Map<String, String>> rows(EntityManager em) {
        CollectionRows table = new CollectionRows(em, entity, property);
        List<String> obsolete = new ArrayList<>();
        List<CollectionRows.Row> added = new ArrayList<>();
        return new ChildRows<>() {
            @Override
            public void change(E row, String id, Map<String, String> before, Map<String, String> after) {
                if (!before.isEmpty()) {
                    obsolete.add(id);
                }
                after.forEach((name, text) -> added.add(new CollectionRows.Row(id, name, text)));
            }

            @Override
            public void write() {
                table.deleteAllOf(obsolete);
                table.insert(added);
            }
        };
    }
}
