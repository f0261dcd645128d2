// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Passes the lists of a statement with {@code column in (:values)} to the database.
 *
 * <p>On PostgreSQL a list becomes one array whose length the planner cannot see. If it saw a thousand values, it would
 * scan a table of half a million users rather than look up each value in the index, which is ten times as fast. One
 * parameter also means one prepared statement; a list of another length would be another statement.
 */
final class ListParameter {

    /** Below the number of parameters that databases and drivers accept in one statement. */
    private static final int MAX_PARAMETERS = 30_000;

    private static final Pattern IN_LIST = Pattern.compile("(\\S+) in \\((:\\w+)\\)");
    private static final String ANY_OF = "cast(sql('? = any(array(select unnest(?)))', $1, $2) as Boolean)";
    private static final String ANY_OF_IN_SQL = "$1 = any(array(select unnest(cast($2 as varchar[]))))";

    private final boolean arrays;

    ListParameter(EntityManager em) {
        arrays = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    /** Whether lists are passed as arrays. */
    boolean isArray() {
        return arrays;
    }

    String jpql(String jpql) {
        return arrays ? IN_LIST.matcher(jpql).replaceAll(ANY_OF) : jpql;
    }

    String sql(String sql) {
        return arrays ? IN_LIST.matcher(sql).replaceAll(ANY_OF_IN_SQL) : sql;
    }

    /** One statement of PostgreSQL that executes several with the same values; its result is that of the last one. */
    String sharing(List<String> statements) {
        StringBuilder sql = new StringBuilder(
                "with given as materialized" + " (select unnest(cast(:values as varchar[])) as value)");
        for (int i = 0; i < statements.size() - 1; i++) {
            sql.append(", part")
                    .append(i)
                    .append(" as (")
                    .append(shared(statements.get(i)))
                    .append(")");
        }
        return sql.append(" ")
                .append(shared(statements.get(statements.size() - 1)))
                .toString();
    }

    private static String shared(String sql) {
        return IN_LIST.matcher(sql).replaceAll("$1 = any(array(select value from given))");
    }

    /** Values of {@code :values} for each statement to execute; empty if there are no values. */
    List<?> slices(Collection<String> values) {
        if (values.isEmpty()) {
            return List.of();
        }
        if (arrays) {
            return List.of(array(values));
        }
        List<List<String>> slices = new ArrayList<>();
        List<String> all = List.copyOf(values);
        for (int from = 0; from < all.size(); from += MAX_PARAMETERS) {
            slices.add(all.subList(from, Math.min(from + MAX_PARAMETERS, all.size())));
        }
        return slices;
    }

    /** @param parameters may include lists of strings that are short enough for one statement */
    <Q extends Query> Q bind(Q query, Object slice, Map<String, ?> parameters) {
        query.setFlushMode(FlushModeType.COMMIT);
        query.setParameter("values", slice);
        parameters.forEach((name, value) ->
                query.setParameter(name, arrays && value instanceof Collection<?> texts ? array(texts) : value));
        return query;
    }

    static Object array(Collection<?> texts) {
        return texts.toArray(new String[0]);
    }
}
