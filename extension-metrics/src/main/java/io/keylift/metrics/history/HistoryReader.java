// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.history.Comparison.Side;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Interval;
import io.keylift.metrics.recent.Summary;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the history. All methods throw {@link HistoryUnavailableException} if the table cannot be used. */
public final class HistoryReader {

    /** Maximum relative error of percentiles and of the longest duration, which are never too low. */
    public static final double RELATIVE_ERROR = 0.1;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * The latest requests of all nodes.
     *
     * @param nodes names of the nodes that had requests
     */
    public record Cluster(List<String> nodes, Interval interval, Map<EndpointName, Summary> endpoints) {}

    private record Point(Instant from, String version) {}

    private final HistoryDatabase database;
    private final String node;
    private final String version;
    private final VersionBefore.Search versionBefore;

    /**
     * @param node name of this node
     * @param version version of this server
     * @param versionBefore finds the version before
     */
    HistoryReader(HistoryDatabase database, String node, String version, VersionBefore.Search versionBefore) {
        this.database = database;
        this.node = node;
        this.version = version;
        this.versionBefore = versionBefore;
    }

    /**
     * Compares the last day of this version with the last day of the version that ran before it; see
     * {@link VersionBefore}.
     */
    public Comparison versions(Instant now) {
        return database.with(table -> versions(table, now, null));
    }

    /** Like {@link #versions}, with the requests of this node alone on the side of this version. */
    Comparison versionsOfThisNode(Instant now) {
        return database.with(table -> versions(table, now, node));
    }

    private Comparison versions(HistoryTable table, Instant now, String onlyNode) throws SQLException {
        Side present = new Side(version, onlyNode, now.minus(DAY), now);
        Optional<VersionBefore> before = versionBefore.of(table);
        if (before.isEmpty()) {
            return Comparison.of(present, sums(table, filter(present)), null, Map.of());
        }
        Side earlier = new Side(
                before.get().version(), null, before.get().from(), before.get().to());
        return compare(table, present, filter(present), earlier, filter(earlier));
    }

    /** Compares this hour and the one before with the same hours of yesterday, on all nodes. */
    public Comparison yesterday(Instant now) {
        Instant from = RollUp.ALL.get(0).beginning(now.minus(HOUR));
        Side present = new Side(null, null, from, now);
        Side earlier =
                new Side(null, null, from.minus(DAY), from.minus(DAY).plus(HOUR).plus(HOUR));
        return database.with(table -> compare(table, present, filter(present), earlier, filter(earlier)));
    }

    /**
     * Compares the last hour of this node with that of another.
     *
     * @param other name of the other node, or {@code null} for all others together
     */
    public Comparison nodes(Instant now, String other) {
        Side present = new Side(null, node, now.minus(HOUR), now);
        Side others = new Side(null, other, present.from(), now);
        HistoryFilter ofOthers = other == null ? filter(others).nodeIsNot(node) : filter(others);
        return database.with(table -> compare(table, present, filter(present), others, ofOthers));
    }

    private static Comparison compare(
            HistoryTable table, Side now, HistoryFilter ofNow, Side before, HistoryFilter ofBefore)
            throws SQLException {
        Map<EndpointName, Summary> earlier = sums(table, ofBefore);
        return Comparison.of(now, sums(table, ofNow), earlier.isEmpty() ? null : before, earlier);
    }

    private static HistoryFilter filter(Side side) {
        HistoryFilter filter = HistoryFilter.between(side.from(), side.to());
        filter = side.version() == null ? filter : filter.version(side.version());
        return side.node() == null ? filter : filter.node(side.node());
    }

    private static Map<EndpointName, Summary> sums(HistoryTable table, HistoryFilter filter) throws SQLException {
        Sums<EndpointName> sums = new Sums<>();
        table.read(filter, row -> sums.add(row.endpoint(), row));
        return sums.summaries();
    }

    /** The requests to an endpoint over time, on all nodes, the earliest first; each version apart. */
    public List<HistoryPoint> timeLine(EndpointName endpoint, Resolution resolution, Instant now) {
        HistoryFilter filter =
                HistoryFilter.between(now.minus(resolution.reach()), now).endpoint(endpoint);
        Sums<Point> sums = new Sums<>();
        database.with(table ->
                table.read(filter, row -> sums.add(new Point(resolution.beginning(row.from()), row.version()), row)));
        return sums.map((point, figures) -> new HistoryPoint(point.from(), point.version(), Summary.of(figures)))
                .sorted(Comparator.comparing(HistoryPoint::from).thenComparing(HistoryPoint::version))
                .toList();
    }

    /** The latest requests of all nodes that are already written. */
    public Cluster cluster(Instant now, Duration length) {
        Instant from = now.minus(length);
        Set<String> nodes = new TreeSet<>();
        Sums<EndpointName> sums = new Sums<>();
        database.with(table -> table.read(HistoryFilter.between(from, now), row -> {
            sums.add(row.endpoint(), row);
            if (row.node() != null) {
                nodes.add(row.node());
            }
        }));
        return new Cluster(List.copyOf(nodes), new Interval(from, now), sums.summaries());
    }
}
