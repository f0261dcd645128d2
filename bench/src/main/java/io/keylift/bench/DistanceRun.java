// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.SlowLink;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Measures operations on a near and on a distant database, with the same number of chunks in flight and with automatic
 * parallelism. Each server reaches it by a link of its own, even the near
 * one, because the link itself takes CPU time. The servers are started together and work in turn, in random order.
 */
final class DistanceRun extends OperationRounds {

    private static final String DATABASE = "bench_distance";

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 5_000;

    private final Random random = new Random(26);
    private final List<LinkedSite> sites = new ArrayList<>();

    DistanceRun(BenchServers servers) {
        super("distance", servers, WARM_UP_PERSONS);
    }

    /** A server and its link to the database. */
    private record LinkedSite(Site site, SlowLink link) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            site.keycloak().close();
            link.close();
        }
    }

    @Override
    public void run() throws Exception {
        try {
            for (Place place : settings.places()) {
                sites.add(start(place));
            }
            sites.get(0).site.realms().createStaying();
            measureRounds();
        } finally {
            for (LinkedSite site : sites) {
                site.close();
            }
        }
    }

    private LinkedSite start(Place place) throws IOException, SQLException {
        SlowLink link = new SlowLink(servers.database().port(), place.delay);
        KeycloakServer keycloak = servers.undoingOn(DATABASE)
                .option("db-url-host", "127.0.0.1")
                .option("db-url-port", Integer.toString(link.port()))
                .start();
        Statements statements = Statements.of(servers.database(), DATABASE);
        return new LinkedSite(
                Site.of(place.label(), keycloak, settings)
                        .counting(() -> new DatabaseCalls(statements.executed(), link.roundTrips())),
                link);
    }

    @Override
    void round(int records, BiConsumer<String, Done> each) throws Exception {
        List<LinkedSite> order = new ArrayList<>(sites);
        Collections.shuffle(order, random);
        for (LinkedSite linked : order) {
            for (Site site : List.of(linked.site, linked.site.automatic())) {
                perform(site, settings.operationsAfar(), PersonRecords.of(records), each);
            }
        }
    }
}
