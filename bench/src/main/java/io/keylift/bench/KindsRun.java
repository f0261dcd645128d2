// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import java.util.List;
import java.util.function.BiConsumer;

/** Measures operations on organizations, groups and the like, to compare them with the import of the same kind. */
final class KindsRun extends OperationRounds {

    private static final String DATABASE = "bench_kinds";

    /** Maximum number of records of a kind in a round of the warm-up. */
    private static final int WARM_UP_RECORDS = 1_000;

    private Site site;

    KindsRun(BenchServers servers) {
        super("kinds", servers, WARM_UP_RECORDS);
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer keycloak = servers.on(DATABASE).start()) {
            site = Site.of("", keycloak, settings);
            site.realms().createStaying();
            measureRounds();
        }
    }

    @Override
    int records() {
        return settings.objects();
    }

    @Override
    void round(int records, BiConsumer<String, Done> each) throws Exception {
        List<Operation> operations = settings.operationsAmong(ObjectKind.OPERATIONS);
        for (ObjectKind kind : settings.kinds()) {
            perform(site.at(kind.label()), operations, ObjectRecords.of(kind, records), each);
        }
    }
}
