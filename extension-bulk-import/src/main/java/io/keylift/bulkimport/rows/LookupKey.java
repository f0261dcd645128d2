// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Columns that are unique together, and the columns that a look-up by them selects. A kind in another JAR can define
 * its own keys.
 *
 * <p>On PostgreSQL a look-up is one native query with an array for each column. It looks up each combination in the
 * unique index, whatever the statistics say of a table that an import is filling. Other databases get a portable query,
 * which may also return rows with other combinations of the same values.
 */
public final class LookupKey {

    private static final String REALM = "realm";

    private final String entity;
    private final String table;
    private final String properties;
    private final String columns;
    private final List<Column> fixed;
    private final List<Column> keys;
    private final boolean ordered;
    private final String jpql;
    private final String sql;

    /**
     * A column of a key.
     *
     * @param property path of the property in JPQL
     * @param column name in SQL
     * @param parameter name of the parameter with the value, or with the values
     * @param indexed whether PostgreSQL may use an index for it
     */
    private record Column(String property, String column, String parameter, boolean indexed) {

        /** @param hidesRealm whether the planner must not see the value of the realm */
        String hasValue(boolean hidesRealm) {
            String value = hidesRealm && parameter.equals(REALM)
                    ? "(select cast(:" + parameter + " as varchar))"
                    : ":" + parameter;
            return column + (indexed ? "" : " || ''") + " = " + value;
        }

        String array() {
            return "cast(:" + parameter + " as varchar[])";
        }

        String wanted() {
            return "wanted." + parameter;
        }

        String isWanted() {
            return column + " = " + wanted();
        }

        /** See {@link LookupKey#ordered}. */
        String isWantedInOrder() {
            return column + " >= " + wanted() + " and " + column + " <= " + wanted() + " order by " + column;
        }
    }

    private LookupKey(
            String entity,
            String table,
            String properties,
            String columns,
            List<Column> fixed,
            List<Column> keys,
            boolean ordered) {
        this.entity = entity;
        this.table = table;
        this.properties = properties;
        this.columns = columns;
        this.fixed = fixed;
        this.keys = keys;
        this.ordered = ordered;
        jpql = portable();
        sql = lateral();
    }

    /**
     * A key without columns yet.
     *
     * @param entity name of the entity in JPQL
     * @param table name of its table
     * @param properties properties that a look-up selects, separated by commas
     * @param columns the same columns in SQL
     */
    public static LookupKey of(String entity, String table, String properties, String columns) {
        return new LookupKey(entity, table, properties, columns, List.of(), List.of(), false);
    }

    /** This key within the rows of the realm {@code :realm}. */
    public LookupKey inRealm() {
        return where("realmId", "REALM_ID", REALM);
    }

    /**
     * This key within the realm, for a table that has one index on the key and another one on the realm. Without
     * statistics, PostgreSQL would combine both, and read all of the realm's entries for each value.
     */
    public LookupKey checkedForRealm() {
        return where("realmId", "REALM_ID", REALM, false);
    }

    /** This key within the rows that have the value of a parameter in this column. */
    public LookupKey where(String property, String column, String parameter) {
        return where(property, column, parameter, true);
    }

    private LookupKey where(String property, String column, String parameter, boolean indexed) {
        return new LookupKey(
                entity, table, properties, columns, with(fixed, property, column, parameter, indexed), keys, ordered);
    }

    /** The key with one more column. */
    public LookupKey by(String property, String column) {
        String parameter = keys.isEmpty() ? "values" : "values" + (keys.size() + 1);
        return new LookupKey(
                entity, table, properties, columns, fixed, with(keys, property, column, parameter, true), ordered);
    }

    /**
     * This key, with the hint that its index ends with its last column. Without statistics, all indexes with the
     * other columns have the same cost, and PostgreSQL may read all of a realm's rows for each value. The order favors
     * the index that has it, and a range keeps the planner from removing the order. The planner does not see the
     * realm: statistics that lack it would make it expect one row, whose order costs nothing.
     */
    public LookupKey ordered() {
        return new LookupKey(entity, table, properties, columns, fixed, keys, true);
    }

    private static List<Column> with(
            List<Column> columns, String property, String column, String parameter, boolean indexed) {
        List<Column> more = new ArrayList<>(columns);
        more.add(new Column("e." + property, column, parameter, indexed));
        return List.copyOf(more);
    }

    /** Names of the parameters with the values of each column, {@code values} first. */
    List<String> parameters() {
        return keys.stream().map(Column::parameter).toList();
    }

    /** Portable query for all combinations of the values. */
    String jpql() {
        return jpql;
    }

    /** Query for PostgreSQL. */
    String sql() {
        return sql;
    }

    private String portable() {
        String selected = List.of(properties.split(", ")).stream()
                .map(name -> "e." + name)
                .collect(Collectors.joining(", "));
        List<String> conditions = new ArrayList<>();
        fixed.forEach(column -> conditions.add(column.property + " = :" + column.parameter));
        keys.forEach(column -> conditions.add(column.property + " in (:" + column.parameter + ")"));
        return "select " + selected + " from " + entity + " e where " + String.join(" and ", conditions);
    }

    private String lateral() {
        int last = keys.size() - 1;
        List<String> conditions = new ArrayList<>();
        fixed.forEach(column -> conditions.add(column.hasValue(ordered)));
        IntStream.rangeClosed(0, last)
                .mapToObj(i -> ordered && i == last
                        ? keys.get(i).isWantedInOrder()
                        : keys.get(i).isWanted())
                .forEach(conditions::add);
        return "select found.* from unnest("
                + keys.stream().map(Column::array).collect(Collectors.joining(", "))
                + ") wanted(" + String.join(", ", parameters()) + ") cross join lateral (select " + columns
                + " from {h-schema}" + table + " where " + String.join(" and ", conditions) + " offset 0) found";
    }
}
