// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.FieldTreatment;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.JdbcBatch;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.keycloak.common.util.CollectionUtil;

/**
 * A table of attributes: texts by name, with a row for each text. The texts of an attribute have no order. An attribute
 * without texts counts as absent.
 *
 * @param <E> the entity
 * @param <A> entity of a row
 * @param <W> class of the work on a record
 * @param attribute entity of a row, with the properties {@code name} and {@code value}
 * @param owner its property that refers to the entity
 * @param ownerColumn column of that property
 * @param order property that orders the texts of an attribute
 * @param newRow creates a row
 */
public record AttributeTable<E, A, W>(
        String field,
        FieldRule rule,
        Class<A> attribute,
        String owner,
        String ownerColumn,
        String order,
        NewRow<E, A> newRow,
        Function<W, Map<String, List<String>>> given)
        implements ChildTable<E, W, Map<String, List<String>>> {

    /** Creates a row of an attribute of an entity. */
    public interface NewRow<E, A> {
        A make(E owner, String name, String value);
    }

    /** Converts attributes with one text each. */
    public static Map<String, List<String>> lists(Map<String, String> attributes) {
        Map<String, List<String>> lists = new HashMap<>();
        attributes.forEach((name, text) -> lists.put(name, Arrays.asList(text)));
        return lists;
    }

    /** The first text of each attribute. */
    public static Map<String, String> firsts(Map<String, List<String>> attributes) {
        Map<String, String> firsts = new HashMap<>();
        attributes.forEach((name, texts) -> firsts.put(name, texts.get(0)));
        return firsts;
    }

    /**
     * Rejects a record with a name or text that does not fit its column.
     *
     * @param attributes attributes that the record gives; may be {@code null}
     */
    public static void check(Item<?> item, Map<String, List<String>> attributes, int length) {
        if (attributes == null) {
            return;
        }
        attributes.forEach((name, texts) -> {
            String pointer = Pointers.to("/attributes", name);
            TextRules.check(item, name, TextRules.NAME, pointer);
            for (int i = 0; texts != null && i < texts.size(); i++) {
                TextRules.check(item, texts.get(i), length, Pointers.to(pointer, i));
            }
        });
    }

    @Override
    public Map<String, List<String>> none() {
        return Map.of();
    }

    @Override
    public Map<String, Map<String, List<String>>> load(Queries queries, Collection<String> ids) {
        Map<String, Map<String, List<String>>> values = new HashMap<>();
        String ofEntity = "a." + owner + ".id";
        queries.select(
                        "select " + ofEntity + ", a.name, a.value from " + attribute.getSimpleName() + " a where "
                                + ofEntity + " in (:values) order by a." + order,
                        ids,
                        Map.of())
                .forEach(row -> values.computeIfAbsent((String) row[0], id -> new TreeMap<>())
                        .computeIfAbsent((String) row[1], name -> new ArrayList<>())
                        .add((String) row[2]));
        return values;
    }

    @Override
    public boolean isRead(W work) {
        return given.apply(work) != null;
    }

    @Override
    public Map<String, List<String>> wanted(W work, Map<String, List<String>> stored, boolean merge) {
        Map<String, List<String>> value = given.apply(work);
        if (value == null) {
            return stored;
        }
        boolean whole = !merge && rule.overwrite().effect() == FieldTreatment.Effect.WHOLE;
        Map<String, List<String>> wanted = new HashMap<>(whole ? none() : stored);
        wanted.putAll(value);
        wanted.values().removeIf(texts -> texts == null || texts.isEmpty());
        return wanted;
    }

    /** As in Keycloak, another order of the texts is no change. */
    @Override
    public boolean same(Map<String, List<String>> one, Map<String, List<String>> other) {
        return changed(one, other).isEmpty();
    }

    private static Set<String> changed(Map<String, List<String>> before, Map<String, List<String>> after) {
        Set<String> names = new HashSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> CollectionUtil.collectionEquals(texts(before, name), texts(after, name)));
        return names;
    }

    private static List<String> texts(Map<String, List<String>> attributes, String name) {
        return attributes.getOrDefault(name, List.of());
    }

    @Override
    public ChildRows<E, Map<String, List<String>>> rows(EntityManager em) {
        List<String[]> obsolete = new ArrayList<>();
        List<A> added = new ArrayList<>();
        return new ChildRows<>() {
            @Override
            public void change(E row, String id, Map<String, List<String>> before, Map<String, List<String>> after) {
                if (before.isEmpty()) {
                    after.forEach((name, texts) -> add(row, name, texts));
                    return;
                }
                for (String name : changed(before, after)) {
                    if (before.containsKey(name)) {
                        obsolete.add(new String[] {id, name});
                    }
                    add(row, name, texts(after, name));
                }
            }

            private void add(E row, String name, List<String> texts) {
                if (texts != null) {
                    texts.forEach(text -> added.add(newRow.make(row, name, text)));
                }
            }

            @Override
            public void write() {
                JdbcBatch.execute(
                        em, attribute, "delete from {table} where " + ownerColumn + " = ? and NAME = ?", obsolete);
                BulkInsert.insert(em, added);
            }
        };
    }
}
