// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this server, first come, first served up to a limit. */
final class Statements {

    /** Maximum number of statements. Keycloak has some hundred. */
    static final int MOST = 2000;

    /** Maximum number of texts that need not be normalized again. */
    private static final int MOST_KNOWN = 5000;

    /**
     * Longer texts are normalized each time and not cached: they are rare, because they have long lists of values, and
     * large.
     */
    private static final int LONG = 8192;

    private final Map<String, Statement> known = new ConcurrentHashMap<>();
    private final Map<String, Statement> statements = new ConcurrentHashMap<>();

    /** @param sql text of the statement as Hibernate sends it, or {@code null} if it is unknown */
    Statement of(String sql) {
        if (sql == null) {
            return Statement.OTHER;
        }
        Statement found = known.get(sql);
        return found == null ? make(sql) : found;
    }

    private Statement make(String sql) {
        String text = StatementText.of(sql);
        Statement found = statements.get(text);
        if (found == null) {
            found = statements.size() < MOST ? statements.computeIfAbsent(text, Statement::new) : Statement.OTHER;
        }
        if (known.size() < MOST_KNOWN && sql.length() < LONG) {
            known.put(sql, found);
        }
        return found;
    }
}
