// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.Reference.Scope;
import io.keylift.bulkimport.rows.HeldReferences;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the rows that other rows refer to. Rows to which no foreign key refers are locked until the transaction ends.
 */
final class Parents {

    private final Jdbc jdbc;
    private final String realmId;

    Parents(Jdbc jdbc, String realmId) {
        this.jdbc = jdbc;
        this.realmId = realmId;
    }

    /** Whether rows of the table refer to others of it. */
    boolean isOwnParent(Table table) throws SQLException {
        return jdbc.from(table.name()).stream()
                .anyMatch(reference -> reference.parent().equals(table.name()));
    }

    /** The rows all of whose references exist. */
    List<Object[]> present(Table table, List<Object[]> rows) throws SQLException {
        Map<String, List<Reference>> byColumn = new LinkedHashMap<>();
        for (Reference reference : jdbc.from(table.name())) {
            if (table.column(reference.column()) != null && jdbc.table(reference.parent()) != null) {
                byColumn.computeIfAbsent(reference.column(), any -> new ArrayList<>())
                        .add(reference);
            }
        }
        List<Object[]> left = rows;
        for (Map.Entry<String, List<Reference>> one : byColumn.entrySet()) {
            if (one.getValue().stream().noneMatch(reference -> reference.scope() == Scope.SOMETIMES)) {
                int index = table.index(table.column(one.getKey()));
                Set<String> missing = missing(one.getValue(), left, index);
                left = left.stream()
                        .filter(row -> !missing.contains(row[index]))
                        .toList();
            }
        }
        return left;
    }

    /** Values of a column that name no row in any of its referenced tables. */
    private Set<String> missing(List<Reference> references, List<Object[]> rows, int index) throws SQLException {
        Set<String> missing = new HashSet<>();
        for (Object[] row : rows) {
            // Users of a storage have ids with this beginning, and no row.
            if (row[index] instanceof String value && !value.isBlank() && !value.startsWith("f:")) {
                missing.add(value);
            }
        }
        for (Reference reference : references) {
            Table parent = jdbc.table(reference.parent());
            Column column = parent.column(reference.parentColumn());
            // The database finds one text for several that its collation treats as equal.
            int before = column == null ? 0 : Integer.MAX_VALUE;
            while (!missing.isEmpty() && missing.size() < before) {
                before = missing.size();
                String realm = reference.scope() == Scope.REALM ? realmId : null;
                CollationMatch.removeAll(
                        missing,
                        HeldReferences.columns().contains(reference.table() + "." + reference.column())
                                ? jdbc.held(parent, column, missing, realm)
                                : jdbc.existing(parent, column, missing, realm));
            }
        }
        return missing;
    }
}
