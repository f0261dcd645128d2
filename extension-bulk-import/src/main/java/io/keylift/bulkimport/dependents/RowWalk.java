// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.Reference.Scope;
import io.keylift.bulkimport.dependents.References.Upwards;
import io.keylift.bulkimport.dependents.RowParts.Head;
import io.keylift.bulkimport.dependents.RowParts.Section;
import io.keylift.bulkimport.kind.spi.RowReference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the dependent rows of objects: those that refer to the objects' own rows, those that refer to these, and so on,
 * level by level. The number of queries depends on the number of levels and tables, not on that of rows.
 */
final class RowWalk {

    private static final Pattern WORDS = Pattern.compile("[\\s\",:\\[\\]{}\\\\]+");

    private final Jdbc jdbc;
    private final String realmId;
    private final boolean upwards;

    /** Ids of rows to which others can refer, each with the line of the record that led to it, by table. */
    private final Map<String, Map<String, Long>> visited = new HashMap<>();

    private final Map<RowReference, Long> roots = new HashMap<>();
    private final Map<Long, Long> aliases = new LinkedHashMap<>();
    private final List<Selection> selections = new ArrayList<>();
    private Map<Query, Map<String, Long>> next = new LinkedHashMap<>();

    /** Rows to read: those with certain values in a column. */
    private record Query(String table, String column, boolean ofRealm, boolean unlessKnown, String condition) {}

    /**
     * Rows that were found.
     *
     * @param column by which they were found
     * @param values of the column
     */
    record Selection(Table table, Column column, Set<String> values, boolean isOfObjects, HeldRows rows) {}

    /** @param upwards whether to include rows that may be removed because of the object to which they refer */
    RowWalk(Jdbc jdbc, String realmId, boolean upwards) {
        this.jdbc = jdbc;
        this.realmId = realmId;
        this.upwards = upwards;
    }

    /**
     * Finds all rows.
     *
     * @param objects rows of the objects, each with the line of its record
     */
    void start(Map<RowReference, Long> objects) throws SQLException {
        roots.putAll(objects);
        for (Map.Entry<RowReference, Long> object : objects.entrySet()) {
            Table table = jdbc.table(object.getKey().table());
            String id = object.getKey().id();
            want(new Query(table.name(), table.key().get(0).name(), false, false, null), id, object.getValue());
            visited.computeIfAbsent(table.name(), any -> new HashMap<>()).put(id, object.getValue());
        }
        boolean first = true;
        while (!next.isEmpty()) {
            level(first);
            first = false;
        }
        if (upwards) {
            findTexts();
        }
        while (!next.isEmpty()) {
            level(false);
        }
    }

    /**
     * Continues from rows that do not exist: finds the rows that nevertheless refer to them.
     *
     * @param rows values of the rows of objects
     */
    void startFrom(Table table, Collection<Object[]> rows) throws SQLException {
        List<Step> steps = steps(table, null, true);
        rows.forEach(row -> steps.forEach(step -> step.take(row, 0)));
        while (!next.isEmpty()) {
            level(false);
        }
    }

    List<Selection> selections() {
        return selections;
    }

    /** Lines of objects that other objects include, with the lines of those. */
    Map<Long, Long> aliases() {
        return aliases;
    }

    private void want(Query query, String value, long line) {
        wanted(query).putIfAbsent(value, line);
    }

    private Map<String, Long> wanted(Query query) {
        return next.computeIfAbsent(query, any -> new LinkedHashMap<>());
    }

    private void level(boolean ofObjects) throws SQLException {
        Map<Query, Map<String, Long>> level = next;
        next = new LinkedHashMap<>();
        for (Map.Entry<Query, Map<String, Long>> one : level.entrySet()) {
            read(one.getKey(), one.getValue(), ofObjects);
        }
    }

    private void read(Query query, Map<String, Long> lines, boolean ofObjects) throws SQLException {
        Table table = jdbc.table(query.table());
        Column column = table == null ? null : table.column(query.column());
        if (column == null) {
            return;
        }
        Map<String, Long> known = visited.computeIfAbsent(table.name(), any -> new HashMap<>());
        Set<String> values = new HashSet<>(lines.keySet());
        if (query.unlessKnown()) {
            values.removeAll(known.keySet());
        }
        int index = table.index(column);
        boolean walked = table.key().size() == 1 && !jdbc.to(table.name()).isEmpty();
        int key = table.index(table.key().get(0));
        HeldRows rows = new HeldRows(Head.of(ofObjects ? Section.OBJECT : Section.GONE, table));
        List<Step> steps = steps(table, column, false);
        jdbc.select(table, column, values, query.ofRealm() ? realmId : null, query.condition(), row -> {
            long line = CollationMatch.get(lines, (String) row[index]);
            if (walked && !ofObjects) {
                String id = (String) row[key];
                Long before = known.putIfAbsent(id, line);
                if (before != null) {
                    if (before != line && roots.containsKey(new RowReference(table.name(), id))) {
                        aliases.putIfAbsent(before, line);
                    }
                    return;
                }
            }
            rows.add(line, row);
            steps.forEach(step -> step.take(row, line));
        });
        if (!rows.isEmpty()) {
            selections.add(new Selection(table, column, values, ofObjects, rows));
        }
    }

    /** From a row to those that refer to it. */
    private final class Step {

        private final Query query;
        private final int index;
        private final int test;
        private final String wanted;

        /** Values that this step has found, once it has found one in the current level. */
        private Map<String, Long> found;

        private Map<Query, Map<String, Long>> level;

        Step(Query query, int index, int test, String wanted) {
            this.query = query;
            this.index = index;
            this.test = test;
            this.wanted = wanted;
        }

        void take(Object[] row, long line) {
            if (row[index] instanceof String value && (wanted == null || wanted.equals(row[test]))) {
                if (level != next) {
                    level = next;
                    found = wanted(query);
                }
                found.putIfAbsent(value, line);
            }
        }
    }

    /** @param absent whether the rows do not exist, so that no foreign key can refer to them */
    private List<Step> steps(Table table, Column via, boolean absent) throws SQLException {
        List<Step> steps = new ArrayList<>();
        for (Reference reference : jdbc.to(table.name())) {
            Column parent = table.column(reference.parentColumn());
            if (parent != null && !(absent && jdbc.isConstraint(reference))) {
                boolean ofRealm = reference.scope() == Scope.REALM;
                Query query = new Query(reference.table(), reference.column(), ofRealm, false, reference.condition());
                steps.add(new Step(query, table.index(parent), 0, null));
            }
        }
        for (Upwards edge : upwards ? References.upwards(table.name()) : List.<Upwards>of()) {
            Column owner = table.column(edge.column());
            Table owners = jdbc.table(edge.owners());
            boolean follows = edge.via() == null || via != null && edge.via().equals(via.name());
            if (owner != null && owners != null && follows) {
                Query query = new Query(owners.name(), owners.key().get(0).name(), false, true, edge.ownerCondition());
                String[] test =
                        edge.condition() == null ? null : edge.condition().split("=");
                Column tested = test == null ? null : table.column(test[0]);
                steps.add(new Step(
                        query,
                        table.index(owner),
                        tested == null ? 0 : table.index(tested),
                        tested == null ? null : test[1]));
            }
        }
        return steps;
    }

    /** Finds policies whose settings name one of the objects. Keycloak changes or removes them with the object. */
    private void findTexts() throws SQLException {
        Map<String, Long> ids = new HashMap<>();
        for (String table : List.of("KEYCLOAK_ROLE", "KEYCLOAK_GROUP", "USER_ENTITY", "CLIENT", "CLIENT_SCOPE")) {
            ids.putAll(visited.getOrDefault(table, Map.of()));
        }
        Table policies = jdbc.table("RESOURCE_SERVER_POLICY");
        if (ids.isEmpty() || policies == null) {
            return;
        }
        Query query = new Query(policies.name(), policies.key().get(0).name(), false, true, null);
        jdbc.policySettings(realmId, (policy, text) -> {
            for (String word : WORDS.split(text)) {
                Long line = ids.get(word);
                if (line != null) {
                    want(query, policy, line);
                }
            }
        });
    }
}
