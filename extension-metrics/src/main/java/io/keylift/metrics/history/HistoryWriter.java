// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Collects requests and writes them to the table slice by slice. What cannot be written is kept for an hour. */
final class HistoryWriter implements RequestObserver {

    /** Slices that wait for the table. Beyond that, the oldest is lost. */
    private static final int MOST_WAITING = 60;

    /** A missing right or table may be added later. */
    private static final Duration BETWEEN_CREATIONS = Duration.ofMinutes(10);

    private final HistorySettings settings;
    private final CurrentSlice current;
    private final Deque<List<HistoryRow>> waiting = new ArrayDeque<>();
    private Instant warm;
    private Instant from;
    private Instant nextCreation = Instant.MIN;
    private boolean hasTable;

    HistoryWriter(HistorySettings settings) {
        this.settings = settings;
        this.current = new CurrentSlice(settings.maxEndpoints());
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        current.add(request);
    }

    /** Begins the first slice. */
    synchronized void start(Instant now) {
        warm = now.plus(settings.warmUp());
        from = now;
    }

    /**
     * Ends the slice and writes it.
     *
     * @param node name of this node
     * @param version version of this server
     * @return whether all slices are written; {@code false} while there is no table
     * @throws HistoryUnavailableException if the table cannot be used; then the slice waits
     */
    synchronized boolean write(HistoryDatabase database, String node, String version, Instant now) {
        collect(node, version, now.truncatedTo(ChronoUnit.SECONDS));
        if (!hasTable) {
            if (now.isBefore(nextCreation)) {
                return false;
            }
            nextCreation = now.plus(BETWEEN_CREATIONS);
            makeTable(database);
            hasTable = true;
        }
        while (!waiting.isEmpty()) {
            List<HistoryRow> rows = waiting.peek();
            database.with(table -> {
                table.insert(rows);
                return null;
            });
            waiting.remove();
        }
        return true;
    }

    private void collect(String node, String version, Instant now) {
        Map<EndpointName, Figures> figures = current.take();
        Instant begun = from;
        from = now;
        if (figures.isEmpty() || begun.isBefore(warm)) {
            return;
        }
        long seconds = Math.max(1, Duration.between(begun, now).toSeconds());
        List<HistoryRow> rows = new ArrayList<>();
        figures.forEach((endpoint, sum) ->
                rows.add(new HistoryRow(begun.truncatedTo(ChronoUnit.SECONDS), seconds, node, version, endpoint, sum)));
        if (waiting.size() == MOST_WAITING) {
            waiting.remove();
        }
        waiting.add(rows);
    }

    /** In one transaction each: after a failure, some databases refuse all else in the same one. */
    private static void makeTable(HistoryDatabase database) {
        try {
            database.with(table -> {
                table.probe();
                return null;
            });
        } catch (HistoryUnavailableException missing) {
            database.with(table -> {
                table.create();
                return null;
            });
        }
    }
}
