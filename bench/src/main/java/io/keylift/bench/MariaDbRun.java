// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedMariaDb;
import io.keylift.it.server.KeycloakServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * Measures the same operations on PostgreSQL and on MariaDB, whose commits wait for the disk. Both servers are started
 * together and work in turn, in random order.
 */
final class MariaDbRun extends OperationRounds {

    private static final String DATABASE = "bench_vendors";
    private static final String POSTGRESQL = "postgresql";
    private static final String MARIADB = "mariadb";

    /** Maximum number of persons: twenty operations on two databases must end within the time of a part. */
    private static final int MAX_PERSONS = 20_000;

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 3_000;

    private final Random random = new Random(26);
    private final List<Site> sites = new ArrayList<>();

    MariaDbRun(BenchServers servers) {
        super("mariadb", servers, WARM_UP_PERSONS);
    }

    @Override
    public void run() throws Exception {
        if (!EmbeddedMariaDb.isAvailable()) {
            System.out.println("There are no programs of MariaDB for this platform: it is not measured");
            return;
        }
        try (EmbeddedMariaDb mariaDb = EmbeddedMariaDb.startDurable();
                KeycloakServer onPostgres = servers.undoingOn(DATABASE).start();
                KeycloakServer onMariaDb = servers.undoingOn(mariaDb, DATABASE).start()) {
            sites.add(Site.of(POSTGRESQL, onPostgres, settings));
            sites.add(Site.of(MARIADB, onMariaDb, settings));
            for (Site site : sites) {
                site.realms().createStaying();
            }
            measureRounds();
        }
    }

    @Override
    int records() {
        return Math.min(MAX_PERSONS, settings.persons());
    }

    @Override
    void round(int records, BiConsumer<String, Done> each) throws Exception {
        List<Site> order = new ArrayList<>(sites);
        Collections.shuffle(order, random);
        for (Site site : order) {
            perform(site, settings.operations(), PersonRecords.of(records), each);
        }
    }
}
