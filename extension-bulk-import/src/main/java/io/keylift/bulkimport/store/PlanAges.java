// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.sql.Connection;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Which connections have outdated plans. A connection keeps the plans of its statements. One that was made while a
 * table had a few rows uses any index, and would still read all of a realm or of a table for each value when imports
 * have filled the table. Planning takes a twentieth of the time of a chunk, so a connection plans anew only when tables
 * can have become several times as large.
 */
final class PlanAges {

    /** A plan for a table with some thousands of rows is right for any larger one. */
    private static final int GROWTH = 4;

    private final Map<Connection, Long> madeAt = new WeakHashMap<>();
    private long records;

    /**
     * Whether this connection must plan anew before a chunk.
     *
     * @param connection the database driver's, which pools use again
     * @param more records of the chunk
     */
    synchronized boolean areOutdated(Connection connection, int more) {
        Long before = madeAt.get(connection);
        boolean outdated = before != null && records > before && records >= GROWTH * before;
        if (before == null || outdated) {
            madeAt.put(connection, records);
        }
        records += more;
        return outdated;
    }
}
