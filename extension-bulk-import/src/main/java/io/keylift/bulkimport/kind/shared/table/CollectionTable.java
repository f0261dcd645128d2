// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A table of a collection of texts, or of ids of other entities. The elements are distinct and have no order.
 *
 * @param <E> the entity
 * @param <W> class of the work on a record
 * @param entity the entity
 * @param property its collection
 * @param element expression for the value of an element {@code c}, in JPQL
 */
public record CollectionTable<E, W>(
        String field, FieldRule rule, Class<E> entity, String property, String element, Function<W, Set<String>> given)
        implements ChildTable<E, W, Set<String>> {

    /** A table of texts. */
    public static <E, W> CollectionTable<E, W> texts(
            String field, FieldRule rule, Class<E> entity, String property, Function<W, Set<String>> given) {
        return new CollectionTable<>(field, rule, entity, property, "c", given);
    }

    /** A table of references to other entities, whose ids the work on a record gives. */
    public static <E, W> CollectionTable<E, W> references(
            String field, FieldRule rule, Class<E> entity, String property, Function<W, Set<String>> given) {
        return new CollectionTable<>(field, rule, entity, property, "c.id", given);
    }

    @Override
    public Set<String> none() {
        return Collections.emptySet(); // unlike Set.of(), it can be asked for null
    }

    @Override
    public Map<String, Set<String>> load(Queries queries, Collection<String> ids) {
        Map<String, Set<String>> values = new HashMap<>();
        queries.select(
                        "select e.id, " + element + " from " + entity.getSimpleName() + " e join e." + property
                                + " c where e.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> values.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add((String) row[1]));
        return values;
    }

    @Override
    public Set<String> wanted(W work, Set<String> stored, boolean merge) {
        Set<String> value = given.apply(work);
        if (value == null) {
            return !merge && rule.isReset() ? none() : stored;
        }
        Set<String> wanted = new HashSet<>(value);
        if (merge) {
            wanted.addAll(stored);
        }
        return wanted;
    }

    @Override
    public ChildRows<E, Set<String>> rows(EntityManager em) {
        CollectionRows table = new CollectionRows(em, entity, property);
        List<CollectionRows.Row> obsolete = new ArrayList<>();
        List<CollectionRows.Row> added = new ArrayList<>();
        return new ChildRows<>() {
            @Override
            public void change(E row, String id, Set<String> before, Set<String> after) {
                collect(id, before, after, obsolete);
                collect(id, after, before, added);
            }

            @Override
            public void write() {
                table.delete(obsolete);
                table.insert(added);
            }
        };
    }

    private static void collect(String id, Set<String> some, Set<String> others, List<CollectionRows.Row> rows) {
        some.stream()
                .filter(one -> !others.contains(one))
                .forEach(one -> rows.add(new CollectionRows.Row(id, null, one)));
    }
}
