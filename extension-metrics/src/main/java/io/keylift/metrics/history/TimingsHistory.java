// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.observer.Growth;
import io.keylift.metrics.observer.GrowthGauges;
import io.keylift.metrics.request.OwnThread;
import io.keylift.metrics.request.RequestTracker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.quarkus.runtime.Environment;

/** The history of this server's timings: writes it on a thread of its own, and makes readers of it. */
public final class TimingsHistory {

    private static final Logger LOG = Logger.getLogger(TimingsHistory.class);

    /** Slices between two comparisons with the version before. */
    private static final int SLICES_PER_COMPARISON = 5;

    private static final String ONLY_NODE = "local";

    private final FailSafe writing = new FailSafe("the history of timings, for which the database user must be able to"
            + " create and use table " + HistoryTable.NAME);
    private final FailSafe tidying = new FailSafe("longer slices of the history of timings");
    private final FailSafe expiring = new FailSafe("removal of what is too old in the history of timings");
    private final FailSafe comparing = new FailSafe("growth of timings since the version before");
    private final HistorySettings settings;
    private final HistoryWriter writer;
    private final GrowthGauges growth;
    private final HistoryDatabase database;
    private final String node;
    private final String version;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> OwnThread.daemon("keylift-timings-history", task));
    private final VersionBefore.Search versionBefore;
    private final long startNanos = System.nanoTime();
    private Duration nextTidying = Duration.ZERO;
    private int slices;

    private TimingsHistory(
            HistorySettings settings,
            HistoryWriter writer,
            GrowthGauges growth,
            HistoryDatabase database,
            String node,
            String version) {
        this.settings = settings;
        this.writer = writer;
        this.growth = growth;
        this.database = database;
        this.node = node;
        this.version = version;
        this.versionBefore = new VersionBefore.Search(version, Instant.now());
    }

    /** Starts to write. */
    static TimingsHistory start(
            KeycloakSessionFactory factory, HistorySettings settings, HistoryWriter writer, GrowthGauges growth)
            throws IOException {
        TimingsHistory history = new TimingsHistory(
                settings, writer, growth, HistoryDatabase.of(factory), nodeName(factory), version(settings));
        writer.start(Instant.now());
        history.clock.execute(history::slice); // which makes the table
        long millis = settings.slice().toMillis();
        history.clock.scheduleAtFixedRate(
                history::slice, millis - System.currentTimeMillis() % millis, millis, TimeUnit.MILLISECONDS);
        return history;
    }

    private static String nodeName(KeycloakSessionFactory factory) {
        String name = KeycloakModelUtils.runJobInTransactionWithResult(
                factory,
                session -> session.getProvider(InfinispanConnectionProvider.class)
                        .getNodeInfo()
                        .nodeName());
        return name == null ? ONLY_NODE : name;
    }

    private static String version(HistorySettings settings) throws IOException {
        return settings.version().isEmpty()
                ? ServerVersion.of(Environment.getProvidersPath().orElse(Path.of("providers")))
                : settings.version();
    }

    /** Catches everything, because a scheduler stops at the first exception. */
    private void slice() {
        try {
            Duration uptime = uptime();
            writing.attempt(() -> {
                if (write(uptime)) {
                    tidyHourly(uptime);
                    compareSometimes();
                }
            });
        } catch (Throwable e) {
            LOG.warn("Failed to keep the history of timings", e);
        }
    }

    /** Time since the start, independent of changes of the system clock. */
    private Duration uptime() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private boolean write(Duration uptime) {
        boolean isWritten = false;
        try {
            RequestTracker.instance().ifPresent(RequestTracker::catchUp);
            isWritten = writer.write(database, node, version, Instant.now(), uptime);
        } finally {
            if (!isWritten) {
                // A comparison that is no longer made is not shown any more.
                growth.show(List.of());
            }
        }
        return isWritten;
    }

    private void tidyHourly(Duration uptime) {
        if (uptime.compareTo(nextTidying) < 0) {
            return;
        }
        nextTidying = uptime.plusHours(1);
        Instant now = Instant.now();
        HistoryFilter old = HistoryFilter.between(Instant.EPOCH, now.minus(Duration.ofDays(settings.days())));
        expiring.attempt(() -> database.with(table -> table.delete(old)));
        tidying.attempt(() -> RollUp.ALL.forEach(rollUp -> rollUp.run(database, now)));
    }

    private void compareSometimes() {
        slices++;
        if (slices % SLICES_PER_COMPARISON == 0) {
            comparing.attempt(() -> growth.show(growths()));
        }
    }

    private List<Growth> growths() {
        return reader(database).versionsOfThisNode(Instant.now()).endpoints().stream()
                .flatMap(EndpointChange::growths)
                .toList();
    }

    /** A reader with transactions of its own. */
    public HistoryReader reader() {
        return reader(database);
    }

    /** A reader in the transaction of this session. */
    public HistoryReader reader(KeycloakSession session) {
        return reader(HistoryDatabase.in(session));
    }

    private HistoryReader reader(HistoryDatabase from) {
        return new HistoryReader(from, node, version, versionBefore);
    }

    /** Name of this node. */
    public String node() {
        return node;
    }

    /** Version of this server. */
    public String version() {
        return version;
    }

    /** Writes the slice that has begun, if the database still answers. */
    void close() {
        clock.execute(() -> writing.attempt(() -> write(uptime())));
        clock.shutdown();
        try {
            if (!clock.awaitTermination(2, TimeUnit.SECONDS)) {
                clock.shutdownNow();
            }
        } catch (InterruptedException e) {
            clock.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
