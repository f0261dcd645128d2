// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Query plans, most of them generic: the database uses these for statements that are executed often, whatever the
 * parameters.
 */
record QueryPlans(Map<String, JsonNode> byStatement) {

    private static final String LOOKUPS = """
            select query from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and query ~* '^ *select' and query !~* 'pg_'
            """;

    /** The server has replaced what says which type it is. */
    private static final Pattern LIST = Pattern.compile("unnest\\((\\$\\d+)\\)", Pattern.CASE_INSENSITIVE);

    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    /** An index that is searched by the realm alone gives all rows of the realm. */
    private static final Pattern BY_REALM_ALONE =
            Pattern.compile("\\(\\(?realm(_id)?\\)?(::text)? = (?!.* AND ).*\\)", Pattern.CASE_INSENSITIVE);

    private static final Pattern ARRAY = Pattern.compile("cast\\(\\$(\\d+) as varchar\\[]\\)");

    private static final Pattern NUMBER = Pattern.compile("(?:offset|\\bTYPE =) \\$(\\d+)");

    /**
     * Tables with settings of a realm, all of which Keycloak reads once and keeps, and one with a single row of each
     * realm.
     */
    private static final Set<String> SETTINGS = Set.of(
            "authentication_flow",
            "client_scope",
            "default_client_scope",
            "realm_attribute",
            "keylift_capability_catalog");

    /** Statements that read, as far as the database has been asked since its statistics were last reset. */
    static List<String> lookups(Sql sql) {
        return sql.strings(LOOKUPS);
    }

    static QueryPlans of(Sql sql, List<String> statements) {
        Map<String, JsonNode> plans = new LinkedHashMap<>();
        sql.execute("set plan_cache_mode to force_generic_plan");
        for (String statement : statements) {
            String type = statement.contains("KEY_HASH") ? "bigint[]" : "varchar[]";
            String typed = LIST.matcher(statement).replaceAll("unnest($1::" + type + ")");
            sql.unprepared("prepare lookup as " + typed);
            String parameters = "null,".repeat(parameters(typed)).replaceFirst(",$", "");
            String plan = sql.strings("explain (format json) execute lookup"
                            + (parameters.isEmpty() ? "" : "(" + parameters + ")"))
                    .get(0);
            sql.execute("deallocate lookup");
            plans.put(statement, AdminHttp.parse(plan).get(0).get("Plan"));
        }
        return new QueryPlans(plans);
    }

    /** The plans of look-ups by keys in a realm that has come since the statistics were gathered. */
    static QueryPlans inNewRealm(Sql sql, List<String> byKey) {
        Map<String, JsonNode> plans = new LinkedHashMap<>();
        sql.execute("set plan_cache_mode to force_custom_plan");
        for (String statement : byKey) {
            Set<Integer> arrays = places(ARRAY, statement);
            Set<Integer> numbers = places(NUMBER, statement);
            String parameters = IntStream.rangeClosed(1, parameters(statement))
                    .mapToObj(i -> arrays.contains(i) ? "array['a','b','c']" : numbers.contains(i) ? "0" : "'new'")
                    .collect(Collectors.joining(","));
            sql.unprepared("prepare lookup as " + statement);
            String plan = sql.strings("explain (format json) execute lookup(" + parameters + ")")
                    .get(0);
            sql.execute("deallocate lookup");
            plans.put(statement, AdminHttp.parse(plan).get(0).get("Plan"));
        }
        return new QueryPlans(plans);
    }

    private static Set<Integer> places(Pattern parameter, String statement) {
        return parameter
                .matcher(statement)
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .collect(Collectors.toSet());
    }

    private static int parameters(String statement) {
        return PARAMETER
                .matcher(statement)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
    }

    Set<String> tables() {
        Set<String> tables = new TreeSet<>();
        byStatement.values().forEach(plan -> tables.addAll(plan.findValuesAsText("Relation Name")));
        return tables;
    }

    /** Statements that read all of a table, or all that a realm has in it, with the node of the plan that does. */
    Map<String, String> readingAll() {
        Map<String, String> reading = new TreeMap<>();
        byStatement.forEach((statement, plan) -> find(plan, "", null, statement, reading));
        return reading;
    }

    private static void find(JsonNode node, String outer, String table, String statement, Map<String, String> found) {
        String type = node.path("Node Type").asText();
        String own = node.path("Relation Name").asText(table);
        String condition = node.path("Index Cond").asText();
        // A scan whose first rows are enough is not one of the whole table.
        boolean whole = type.equals("Seq Scan") && !outer.equals("Limit");
        boolean byIndex = type.matches(".*Index.*Scan");
        boolean ofRealm = BY_REALM_ALONE.matcher(condition).matches() && !SETTINGS.contains(own);
        if (whole || byIndex && (condition.isEmpty() || ofRealm)) {
            found.put(statement, type + " on " + own + " " + condition);
        }
        node.path("Plans").forEach(child -> find(child, type, own, statement, found));
    }
}
