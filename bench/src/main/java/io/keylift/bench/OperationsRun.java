// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import java.util.function.BiConsumer;

/** Measures all operations on the users of a realm, one after the other, to compare them with the import. */
final class OperationsRun extends OperationRounds {

    private static final String DATABASE = "bench_operations";

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 5_000;

    private Site site;

    OperationsRun(BenchServers servers) {
        super("operations", servers, WARM_UP_PERSONS);
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer keycloak = servers.undoingOn(DATABASE).start()) {
            site = Site.of("", keycloak, settings);
            site.realms().createStaying();
            measureRounds();
        }
    }

    @Override
    void round(int records, BiConsumer<String, Done> each) throws Exception {
        perform(site, settings.operations(), PersonRecords.of(records), each);
    }
}
