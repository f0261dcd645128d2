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
    private Instant from;
    private Duration nextCreation = Duration.ZERO;
    private boolean hasTable;
    private boolean hadTable;

    /** Whether the last attempt to write the first slice that waits may have succeeded without our knowledge. */
    private boolean isInDoubt;

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
        from = now;
    }

    /**
     * Ends the slice and writes it.
     *
     * @param node name of this node
     * @param version version of this server
     * @param now end of the slice by the clock on the wall
     * @param uptime time since the start, which no clock puts back
     * @return whether all slices are written; {@code false} while there is no table
     * @throws HistoryUnavailableException if the table cannot be used; then the slice waits
     */
    synchronized boolean write(HistoryDatabase database, String node, String version, Instant now, Duration uptime) {
        collect(node, version, now.truncatedTo(ChronoUnit.SECONDS), uptime);
        if (!hasTable && !makeTable(database, uptime)) {
            return false;
        }
        try {
            while (!waiting.isEmpty()) {
                write(database, waiting.peek());
                waiting.remove();
            }
            return true;
        } catch (HistoryUnavailableException e) {
            // The table may have been dropped.
            hasTable = false;
            throw e;
        }
    }

    private void write(HistoryDatabase database, List<HistoryRow> rows) {
        boolean wasInDoubt = isInDoubt;
        isInDoubt = true;
        database.with(table -> {
            if (!wasInDoubt || !table.has(rows.get(0).id())) {
                table.insert(rows);
            }
            return null;
        });
        isInDoubt = false;
    }

    private void collect(String node, String version, Instant now, Duration uptime) {
        Map<EndpointName, Figures> figures = current.take();
        Instant begun = from;
        from = now;
        Duration length = Duration.between(begun, now);
        if (figures.isEmpty() || isWarmUp(uptime.minus(length))) {
            return;
        }
        long seconds = Math.max(1, length.toSeconds());
        List<HistoryRow> rows = new ArrayList<>();
        figures.forEach((endpoint, sum) ->
                rows.add(HistoryRow.of(begun.truncatedTo(ChronoUnit.SECONDS), seconds, node, version, endpoint, sum)));
        if (waiting.size() == MOST_WAITING) {
            waiting.remove();
            isInDoubt = false;
        }
        waiting.add(rows);
    }

    /** A slice begins with a full second, the first one before the server's start: without a warm-up it counts. */
    private boolean isWarmUp(Duration begun) {
        return !settings.warmUp().isZero() && begun.compareTo(settings.warmUp()) < 0;
    }

    /**
     * Looks for the table and creates it if there is none. In one transaction each: after a failure, some databases
     * refuse all else in the same one.
     *
     * @return whether there is one; {@code false} if it is too soon to try again
     */
    private boolean makeTable(HistoryDatabase database, Duration uptime) {
        if (uptime.compareTo(nextCreation) < 0) {
            return false;
        }
        try {
            probe(database);
        } catch (HistoryUnavailableException missing) {
            try {
                database.with(table -> {
                    table.create();
                    return null;
                });
            } catch (HistoryUnavailableException e) {
                createdByAnotherNode(database, uptime, e);
            }
        }
        hasTable = true;
        hadTable = true;
        return true;
    }

    private void createdByAnotherNode(HistoryDatabase database, Duration uptime, HistoryUnavailableException failure) {
        try {
            probe(database);
        } catch (HistoryUnavailableException stillMissing) {
            // A database outage ends sooner than a missing right is granted.
            nextCreation = hadTable || !database.answers() ? uptime : uptime.plus(BETWEEN_CREATIONS);
            throw failure;
        }
    }

    private static void probe(HistoryDatabase database) {
        database.with(table -> {
            table.probe();
            return null;
        });
    }
}
