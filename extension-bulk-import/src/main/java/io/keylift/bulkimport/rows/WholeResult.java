// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.Query;
import org.hibernate.jpa.HibernateHints;

/**
 * Queries whose rows are all kept in memory, and can come in one answer. Keycloak sets a fetch size of a few rows for
 * all queries, by which PostgreSQL's driver asks for a thousand rows in many round trips.
 */
final class WholeResult {

    private WholeResult() {}

    /** The query, which must be a select. */
    static <Q extends Query> Q of(Q query) {
        query.setHint(HibernateHints.HINT_FETCH_SIZE, 0);
        return query;
    }
}
