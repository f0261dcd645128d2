// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.Reference.Scope;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** The tables of the database and their references, read from its catalog once for each server. */
final class Tables {

    private static final Map<SessionFactoryImplementor, Tables> KNOWN =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final String catalog;
    private final String schema;
    private final String quote;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Table> tables = new ConcurrentHashMap<>();
    private final Map<String, Set<Reference>> constraints = new ConcurrentHashMap<>();

    /** A table as the catalog names it. */
    private record Place(String schema, String name) {}

    private Tables(Connection connection, String schema) throws SQLException {
        catalog = connection.getCatalog();
        this.schema = schema == null ? connection.getSchema() : schema;
        DatabaseMetaData catalogs = connection.getMetaData();
        quote = catalogs.getIdentifierQuoteString().strip();
        try (ResultSet rows = catalogs.getTables(catalog, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (rows.next()) {
                Place place = new Place(rows.getString("TABLE_SCHEM"), rows.getString("TABLE_NAME"));
                if (isHere(place.schema())) {
                    places.put(capitals(place.name()), place);
                }
            }
        }
    }

    static Tables of(SessionFactoryImplementor factory, Connection connection) throws SQLException {
        Tables known = KNOWN.get(factory);
        if (known == null) {
            Identifier schema = factory.getSqlStringGenerationContext().getDefaultSchema();
            known = new Tables(connection, schema == null ? null : schema.getText());
            KNOWN.put(factory, known);
        }
        return known;
    }

    private boolean isHere(String place) {
        return schema == null || place == null || schema.equalsIgnoreCase(place);
    }

    private static String capitals(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    private String quoted(String name) {
        return quote + name + quote;
    }

    /** The table with this name in capitals; {@code null} for none. */
    Table table(Connection connection, String name) throws SQLException {
        Place place = places.get(name);
        if (place == null) {
            return null;
        }
        Table table = tables.get(name);
        if (table == null) {
            table = read(connection.getMetaData(), name, place);
            tables.put(name, table);
        }
        return table;
    }

    private Table read(DatabaseMetaData catalogs, String name, Place place) throws SQLException {
        Map<String, Column> columns = new LinkedHashMap<>();
        try (ResultSet rows = catalogs.getColumns(catalog, place.schema(), place.name(), "%")) {
            while (rows.next()) {
                // The name of the table is a pattern, in which an underscore is any character.
                if (place.name().equals(rows.getString("TABLE_NAME"))
                        && !"YES".equals(rows.getString("IS_GENERATEDCOLUMN"))) {
                    String column = rows.getString("COLUMN_NAME");
                    columns.put(column, new Column(capitals(column), quoted(column), rows.getInt("DATA_TYPE")));
                }
            }
        }
        Map<Short, Column> key = new TreeMap<>();
        try (ResultSet rows = catalogs.getPrimaryKeys(catalog, place.schema(), place.name())) {
            while (rows.next()) {
                key.put(rows.getShort("KEY_SEQ"), columns.get(rows.getString("COLUMN_NAME")));
            }
        }
        Map<String, List<Column>> unique = new LinkedHashMap<>();
        Set<String> partial = new HashSet<>();
        try (ResultSet rows = catalogs.getIndexInfo(catalog, place.schema(), place.name(), true, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                Column column = columns.get(rows.getString("COLUMN_NAME"));
                if (index != null && column != null && rows.getString("FILTER_CONDITION") == null) {
                    unique.computeIfAbsent(index, any -> new ArrayList<>()).add(column);
                } else if (index != null) {
                    partial.add(index);
                }
            }
        }
        unique.keySet().removeAll(partial);
        List<Column> keyColumns = key.isEmpty() ? List.copyOf(columns.values()) : List.copyOf(key.values());
        unique.values().removeIf(some -> new HashSet<>(some).equals(new HashSet<>(keyColumns)));
        String sql = (place.schema() == null ? "" : quoted(place.schema()) + ".") + quoted(place.name());
        return new Table(name, sql, List.copyOf(columns.values()), keyColumns, List.copyOf(unique.values()));
    }

    /** The references to rows of a table. */
    Set<Reference> to(Connection connection, String parent) throws SQLException {
        Set<Reference> references = new LinkedHashSet<>(exported(connection, parent));
        References.withoutConstraint().stream()
                .filter(reference -> reference.parent().equals(parent))
                .forEach(references::add);
        return references;
    }

    boolean isConstraint(Connection connection, Reference reference) throws SQLException {
        return exported(connection, reference.parent()).contains(reference);
    }

    /** The references of rows of a table to others. */
    Set<Reference> from(Connection connection, String child) throws SQLException {
        Set<Reference> references = new LinkedHashSet<>(imported(connection, child));
        References.withoutConstraint().stream()
                .filter(reference -> reference.table().equals(child))
                .forEach(references::add);
        return references;
    }

    private Set<Reference> exported(Connection connection, String parent) throws SQLException {
        Place place = places.get(parent);
        if (place == null) {
            return Set.of();
        }
        Set<Reference> known = constraints.get("to " + parent);
        if (known == null) {
            try (ResultSet rows = connection.getMetaData().getExportedKeys(catalog, place.schema(), place.name())) {
                known = read(rows);
            }
            constraints.put("to " + parent, known);
        }
        return known;
    }

    private Set<Reference> imported(Connection connection, String child) throws SQLException {
        Place place = places.get(child);
        if (place == null) {
            return Set.of();
        }
        Set<Reference> known = constraints.get("from " + child);
        if (known == null) {
            try (ResultSet rows = connection.getMetaData().getImportedKeys(catalog, place.schema(), place.name())) {
                known = read(rows);
            }
            constraints.put("from " + child, known);
        }
        return known;
    }

    /** Keycloak's foreign keys have one column. */
    private Set<Reference> read(ResultSet rows) throws SQLException {
        Set<Reference> references = new LinkedHashSet<>();
        while (rows.next()) {
            if (isHere(rows.getString("FKTABLE_SCHEM")) && rows.getShort("KEY_SEQ") == 1) {
                references.add(new Reference(
                        capitals(rows.getString("FKTABLE_NAME")),
                        capitals(rows.getString("FKCOLUMN_NAME")),
                        capitals(rows.getString("PKTABLE_NAME")),
                        capitals(rows.getString("PKCOLUMN_NAME")),
                        Scope.ALWAYS,
                        null));
            }
        }
        return references;
    }

    /** Length of the longest chain of references from a table to others: parents come before their children. */
    int rank(Connection connection, String table) throws SQLException {
        return rank(connection, table, new HashSet<>());
    }

    private int rank(Connection connection, String table, Set<String> path) throws SQLException {
        if (!path.add(table)) {
            return 0;
        }
        int rank = 0;
        for (Reference reference : from(connection, table)) {
            if (reference.scope() != Scope.SOMETIMES && !reference.parent().equals(table)) {
                rank = Math.max(rank, 1 + rank(connection, reference.parent(), path));
            }
        }
        path.remove(table);
        return rank;
    }
}
