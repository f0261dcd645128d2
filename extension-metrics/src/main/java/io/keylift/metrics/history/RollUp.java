// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Replaces old slices by longer ones, so that the size of the table has a bound. Any node may do so, for all nodes.
 *
 * @param seconds length of the slices that it makes
 * @param age shorter slices that are older than this are replaced
 * @param keepsNodes whether slices of different nodes are kept apart
 */
record RollUp(long seconds, Duration age, boolean keepsNodes) {

    /** Minutes become hours, hours become days. */
    static final List<RollUp> ALL = List.of(
            new RollUp(Duration.ofHours(1).toSeconds(), Duration.ofHours(3), true),
            new RollUp(Duration.ofDays(1).toSeconds(), Duration.ofDays(8), false));

    /** The most slices of one run: after a long pause, the rest follows in the next runs. */
    private static final int MOST = 48;

    /** The key of one resulting row. */
    record Key(String node, String version, EndpointName endpoint) {}

    /** Replaces what is old enough, each slice in a transaction of its own. */
    void run(HistoryDatabase database, Instant now) {
        Instant end = beginning(now.minus(age));
        for (int i = 0; i < MOST; i++) {
            if (!database.with(table -> one(table, end))) {
                return;
            }
        }
    }

    /** @return whether there may be more */
    private boolean one(HistoryTable table, Instant end) throws SQLException {
        Optional<Instant> earliest = table.earliest(seconds, end);
        if (earliest.isEmpty()) {
            return false;
        }
        Instant from = beginning(earliest.get());
        HistoryFilter old =
                HistoryFilter.between(from, from.plusSeconds(seconds)).shorterThan(seconds);
        Sums<Key> sums = new Sums<>();
        int count = table.read(old, row -> sums.add(key(row), row));
        int deleted = table.delete(old);
        if (deleted == 0) {
            return true; // another node has just replaced them
        }
        if (deleted != count) {
            throw new SQLException("Slices of " + from + " were written while they were replaced");
        }
        table.insert(rows(from, sums));
        return true;
    }

    /** Rows with the same key become one row. */
    Key key(HistoryRow row) {
        return new Key(keepsNodes ? row.node() : null, row.version(), row.endpoint());
    }

    /** The rows of these sums. */
    List<HistoryRow> rows(Instant from, Sums<Key> sums) {
        return sums.map((key, figures) ->
                        HistoryRow.of(from, seconds, key.node(), key.version(), key.endpoint(), figures))
                .toList();
    }

    /** Beginning of the slice with this moment. */
    Instant beginning(Instant moment) {
        long second = moment.getEpochSecond();
        return Instant.ofEpochSecond(second - second % seconds);
    }
}
