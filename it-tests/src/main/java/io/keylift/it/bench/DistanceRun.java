// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.SlowLink;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Operations on a database that is near and on one that is far away. Each server reaches it by a link of its own, the
 * near one, too, because the link itself takes CPU time. They are started together and work in turn, in random order.
 */
final class DistanceRun implements Measurement {

    private static final String DATABASE = "bench_distance";

    /** One that writes, one that reads and writes, one that reads. */
    private static final List<Operation> OPERATIONS =
            List.of(Operation.IMPORT, Operation.MERGE_CHANGED, Operation.VERIFY);

    /** Of a window of the warm-up, at most. */
    private static final int WARM_UP_PERSONS = 5_000;

    private final BenchServers servers;
    private final BenchSettings settings;
    private final Random random = new Random(26);
    private final List<Site> sites = new ArrayList<>();
    private final OperationFigures figures = new OperationFigures();

    DistanceRun(BenchServers servers) {
        this.servers = servers;
        this.settings = servers.settings();
    }

    /** A server at its place. */
    private record Site(Place place, SlowLink link, KeycloakServer keycloak, Realms realms) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            keycloak.close();
            link.close();
        }
    }

    @Override
    public String name() {
        return "distance";
    }

    @Override
    public void run() throws Exception {
        try {
            for (Place place : settings.places()) {
                sites.add(start(place));
            }
            sites.get(0).realms.createStaying();
            System.out.println("Distance: warming up");
            WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
            do {
                long start = System.nanoTime();
                round(Math.min(WARM_UP_PERSONS, settings.persons()), (place, done) -> {});
                double seconds = (System.nanoTime() - start) / 1e9;
                warmUp.add(1 / seconds, seconds);
            } while (!warmUp.isDone());
            for (int round = 1; round <= settings.rounds(); round++) {
                System.out.printf("Distance, round %d of %d%n", round, settings.rounds());
                round(settings.persons(), figures::add);
            }
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

    private void round(int persons, BiConsumer<String, RealmOperations.Done> each) throws Exception {
        List<Site> order = new ArrayList<>(sites);
        Collections.shuffle(order, random);
        for (Site site : order) {
            SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
            String realm = site.realms.create(Workload.WHOLE_PERSONS, tenant);
            RealmOperations operations =
                    new RealmOperations(site.keycloak, servers.database(), realm, tenant, settings);
            site.realms.tables().settle();
            for (Operation operation : OPERATIONS) {
                each.accept(site.place.label(), operations.run(operation));
                site.realms.tables().tidy();
            }
            site.realms.remove(realm);
        }
    }

    @Override
    public void print(PrintStream out) {
        figures.print(out);
    }

    @Override
    public Object result() {
        return figures.result();
    }
}
