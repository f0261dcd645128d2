// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counts of the statements of an import from {@code pg_stat_statements}. Statements that differ only in the number of
 * rows or values count as one.
 */
public record StatementCounts(Map<String, Count> byShape) {

    /**
     * How often a shape was executed, and the rows it returned or changed; the driver turns a batch of inserts into few
     * statements of many rows each.
     */
    public record Count(long calls, long rows) {

        public Count plus(Count other) {
            return new Count(calls + other.calls, rows + other.rows);
        }
    }

    /** Not of a chunk but of a job and its end, of a request, of a clock, or of this test. */
    private static final Pattern IGNORED = Pattern.compile("keylift_import_job|pg_stat_statements"
            + "|^select [^ ]+job_uid,sum\\(|^delete from keylift_import_(key|listed|deferred|chunk_keys) "
            + "|^select [^ ]+ from realm [^ ]+ where [^ ]+name=\\?$|^(begin|commit|rollback|set|show|reset|discard) ?");

    private static final int TRIES = 3;

    private static final String QUERY = """
            select query, calls, rows from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database()
            """;

    /** Something whose statements are to be counted. */
    @FunctionalInterface
    public interface Action<T> {
        void run(T input) throws java.io.IOException;
    }

    /** Something that can be done and counted again and again. */
    @FunctionalInterface
    public interface Run {
        StatementCounts once() throws java.io.IOException;
    }

    public static void enable(Sql sql) {
        sql.execute("create extension if not exists pg_stat_statements");
    }

    /**
     * Counts twice what should have the same statements. As long as it has not, both run again, and the least counts:
     * what caches still have to learn, and what the server does by itself, is left out.
     */
    public static List<StatementCounts> ofTwo(Run one, Run other) throws java.io.IOException {
        StatementCounts ofOne = one.once();
        StatementCounts ofOther = other.once();
        for (int tries = 1; tries < TRIES && !ofOther.isLike(ofOne); tries++) {
            ofOne = ofOne.least(one.once());
            ofOther = ofOther.least(other.once());
        }
        return List.of(ofOne, ofOther);
    }

    private boolean isLike(StatementCounts other) {
        return readings().equals(other.readings())
                && writings().keySet().equals(other.writings().keySet());
    }

    /** Counts the statements of an action, without those that make its input. */
    public static <T> StatementCounts once(Sql sql, Supplier<T> input, Action<T> action) throws java.io.IOException {
        T made = input.get();
        sql.strings("select pg_stat_statements_reset()::text");
        action.run(made);
        Map<String, Count> counts = new TreeMap<>();
        for (List<String> row : sql.rows(QUERY)) {
            String shape = shape(row.get(0));
            if (!IGNORED.matcher(shape).find()) {
                Count count = new Count(Long.parseLong(row.get(1)), Long.parseLong(row.get(2)));
                counts.merge(shape, count, Count::plus);
            }
        }
        return new StatementCounts(counts);
    }

    private static String shape(String query) {
        return query.toLowerCase(Locale.ROOT)
                .replaceAll("\\s+", " ")
                // A statement is shown with its constants if the server had prepared it before.
                .replaceAll("\\$\\d+|'[^']*'|\\b(\\d+|true|false|null)\\b", "?")
                .replaceAll("\\?(?:, ?\\?)++", "?")
                .replaceAll("\\(\\?\\)(?:, ?\\(\\?\\))++", "(?)");
    }

    private StatementCounts least(StatementCounts other) {
        Map<String, Count> least = new TreeMap<>(byShape);
        least.keySet().retainAll(other.byShape.keySet());
        Comparator<Count> byCalls = Comparator.comparingLong(Count::calls);
        least.replaceAll((shape, count) ->
                byCalls.compare(count, other.byShape.get(shape)) <= 0 ? count : other.byShape.get(shape));
        return new StatementCounts(least);
    }

    /** Statements that read: each is executed by itself. */
    public Map<String, Long> readings() {
        return calls("select");
    }

    /** Shapes of the statements that write, whether one by one or in batches. */
    public Map<String, Count> writings() {
        return byShape.entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("select"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<String, Long> calls(String start) {
        return byShape.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(start))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().calls(), Long::sum, TreeMap::new));
    }
}
