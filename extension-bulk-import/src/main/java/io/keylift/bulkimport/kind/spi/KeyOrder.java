// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.kind.spi.RecordSource.Position;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.WholeNumbers;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.authorization.ResourceType;

/**
 * Reads objects in the order of a unique key of one or two columns, for an {@link OrderedSource}. Each page begins at
 * its place in the index of the key, so all pages take the same time. Only the database compares keys, because their
 * order depends on its collation.
 *
 * <p>Not thread-safe. Create one for each call, in the session of its {@link ExportContext}.
 */
public final class KeyOrder {

    /** Ends the length of the first value in the position of a key of two columns; both values follow. */
    private static final char SEPARATOR = ':';

    private final String select;
    private final StringBuilder from;
    private final List<String> conditions = new ArrayList<>();
    private final Map<String, Object> parameters = new HashMap<>();
    private final List<String> key;
    private ListingPermission listed;

    private KeyOrder(String select, String from, List<String> key) {
        this.select = select;
        this.from = new StringBuilder(from);
        this.key = key;
    }

    /**
     * Creates the order of all objects.
     *
     * @param id id of an object, in JPQL
     * @param from entities, in JPQL, without conditions
     * @param key one or two columns that are unique together
     */
    public static KeyOrder of(String id, String from, String... key) {
        return new KeyOrder(id, from, List.of(key));
    }

    /** Joins an entity, in JPQL. At most one such entity of each object may meet the conditions. */
    public KeyOrder join(String entity) {
        from.append(" join ").append(entity);
        return this;
    }

    /** Adds a condition in JPQL. */
    public KeyOrder where(String condition) {
        conditions.add(condition);
        return this;
    }

    /** Adds a condition in JPQL with a parameter. */
    public KeyOrder where(String condition, String parameter, Object value) {
        return where(condition).with(parameter, value);
    }

    /** Sets a parameter of a condition. */
    public KeyOrder with(String parameter, Object value) {
        parameters.put(parameter, value);
        return this;
    }

    /** Leaves out of the pages those objects of this type that Keycloak's own list hides from the caller. */
    public KeyOrder listed(ResourceType type) {
        return listed(type, null);
    }

    /**
     * Leaves out of the pages those objects whose owner Keycloak's own list hides from the caller.
     *
     * @param type type of the owner
     * @param property property of the first entity that is the owner
     */
    public KeyOrder listed(ResourceType type, String property) {
        listed = new ListingPermission(type, property);
        return this;
    }

    /** See {@link io.keylift.bulkimport.kind.spi.RecordSource#positions}. */
    public List<Position> page(ExportContext context, String after, int limit) {
        Map<String, Object> values = new HashMap<>(parameters);
        String columns = String.join(", ", key);
        String jpql = "select " + select + ", " + columns + " from " + from + " where " + within(after, null, values)
                + " order by " + columns;
        TypedQuery<Object[]> query = listed != null && ListingPermission.areLimited(context)
                ? listed.query(context, jpql)
                : context.entityManager().createQuery(jpql, Object[].class);
        return Queries.page(query, values, limit).stream()
                .map(KeyOrder::position)
                .toList();
    }

    /** See {@link io.keylift.bulkimport.kind.spi.RecordSource#count}. */
    public long count(ExportContext context, String after, String last) {
        Map<String, Object> values = new HashMap<>(parameters);
        return new Queries(context.entityManager())
                .count("select count(*) from " + from + " where " + within(after, last, values), values);
    }

    /** All conditions, including those on the position, whose values are added to {@code values}. */
    private String within(String after, String last, Map<String, Object> values) {
        List<String> all = new ArrayList<>(conditions);
        if (after != null) {
            all.add(compared(" > ", "after", after, values));
        }
        if (last != null) {
            all.add(compared(" <= ", "last", last, values));
        }
        return String.join(" and ", all);
    }

    private String compared(String operator, String parameter, String position, Map<String, Object> values) {
        if (key.size() == 1) {
            values.put(parameter, position);
            return key.get(0) + operator + ":" + parameter;
        }
        int begin = position.indexOf(SEPARATOR) + 1;
        int end = begin + length(position, begin);
        values.put(parameter, position.substring(begin, end));
        values.put(parameter + "Second", position.substring(end));
        return "(" + String.join(", ", key) + ")" + operator + "(:" + parameter + ", :" + parameter + "Second)";
    }

    /** The ids whose objects meet the conditions. */
    public Set<String> among(ExportContext context, Collection<String> ids) {
        return among(context, select, ids);
    }

    /**
     * Ids of the objects that meet the conditions and have one of these values.
     *
     * @param property expression that has the values, in JPQL
     */
    public Set<String> among(ExportContext context, String property, Collection<String> values) {
        String jpql = "select " + select + " from " + from + " where " + String.join(" and ", conditions) + " and "
                + property + " in (:values)";
        return new HashSet<>(new Queries(context.entityManager()).list(jpql, String.class, values, parameters));
    }

    private static int length(String after, int begin) {
        return (int) WholeNumbers.parse(after.substring(0, Math.max(0, begin - 1)), 0, after.length() - begin)
                .orElseThrow(() -> new SelectionException(
                        "Query parameter `after` is not a position that an export of this kind has given"));
    }

    private static Position position(Object[] row) {
        String first = (String) row[1];
        return new Position(
                (String) row[0], row.length == 2 ? first : first.length() + "" + SEPARATOR + first + row[2]);
    }
}
