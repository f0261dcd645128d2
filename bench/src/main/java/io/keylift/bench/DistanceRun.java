// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.bench.RealmOperations.Done;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.SlowLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Measures operations on a near and on a distant database. Each server reaches it by a link of its own, even the near
 * one, because the link itself takes CPU time. The servers are started together and work in turn, in random order.
 */
final class DistanceRun extends OperationRounds {

    private static final String DATABASE = "bench_distance";

    /** An operation that writes, one that reads and writes, and one that reads. */
    private static final List<Operation> OPERATIONS =
            List.of(Operation.IMPORT, Operation.MERGE_CHANGED, Operation.VERIFY);

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 5_000;

    private final Random random = new Random(26);
    private final List<Site> sites = new ArrayList<>();

    DistanceRun(BenchServers servers) {
        super("distance", servers, WARM_UP_PERSONS);
    }

    /** A server and its distance from the database. */
    private record Site(Place place, SlowLink link, KeycloakServer keycloak, Realms realms) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            keycloak.close();
            link.close();
        }
    }

    @Override
    public void run() throws Exception {
        try {
            for (Place place : settings.places()) {
                sites.add(start(place));
            }
            sites.get(0).realms.createStaying();
            measureRounds();
        } finally {
            for (Site site : sites) {
                site.close();
            }
        }
    }

    private Site start(Place place) {
        SlowLink link = new SlowLink(servers.database().port(), place.delay);
        KeycloakServer keycloak = servers.on(DATABASE)
                .option("db-url-host", "127.0.0.1")
                .option("db-url-port", Integer.toString(link.port()))
                .start();
        return new Site(
                place,
                link,
                keycloak,
                new Realms(keycloak, servers.database(), "bench-" + place.label(), settings.streams()));
    }

    @Override
    void round(int persons, BiConsumer<String, Done> each) throws Exception {
        List<Site> order = new ArrayList<>(sites);
        Collections.shuffle(order, random);
        for (Site site : order) {
            perform(site.keycloak, site.realms, site.place.label(), OPERATIONS, persons, each);
        }
    }
}
