// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** Everything that is done to the users of a realm, one after the other: what each takes beside the import. */
final class OperationsRun implements Measurement {

    private static final String DATABASE = "bench_operations";
    private static final String KEY_FILE = "spi-admin-realm-restapi-extension--bulk-import--stored-secrets-key-file";

    /** Of a window of the warm-up, at most. */
    private static final int WARM_UP_PERSONS = 5_000;

    private final BenchServers servers;
    private final BenchSettings settings;
    private final OperationFigures figures = new OperationFigures();

    OperationsRun(BenchServers servers) {
        this.servers = servers;
        this.settings = servers.settings();
    }

    @Override
    public String name() {
        return "operations";
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer keycloak =
                servers.on(DATABASE).option(KEY_FILE, key().toString()).start()) {
            Realms realms = new Realms(keycloak, servers.database(), "bench-operations", settings.streams());
            realms.createStaying();
            System.out.println("Operations: warming up");
            WarmUp warmUp = new WarmUp(settings.warmUpSeconds());
            do {
                long start = System.nanoTime();
                RealmOperations operations =
                        operations(keycloak, realms, Math.min(WARM_UP_PERSONS, settings.persons()));
                for (Operation operation : settings.operations()) {
                    operations.run(operation);
                }
                realms.remove(operations.realm());
                double seconds = (System.nanoTime() - start) / 1e9;
                warmUp.add(1 / seconds, seconds);
            } while (!warmUp.isDone());
            for (int round = 1; round <= settings.rounds(); round++) {
                System.out.printf("Operations, round %d of %d%n", round, settings.rounds());
                RealmOperations operations = operations(keycloak, realms, settings.persons());
                for (Operation operation : settings.operations()) {
                    figures.add("", operations.run(operation));
                    realms.tables().tidy();
                }
                realms.remove(operations.realm());
            }
        }
    }

    /** Operations on the persons of a new realm. */
    private RealmOperations operations(KeycloakServer keycloak, Realms realms, int persons) throws Exception {
        SampleTenant tenant = Realms.tenant(Workload.WHOLE_PERSONS, persons);
        String realm = realms.create(Workload.WHOLE_PERSONS, tenant);
        realms.tables().settle();
        return new RealmOperations(keycloak, servers.database(), realm, tenant, settings);
    }

    /** Without it, the server could not undo imports of users. */
    private static Path key() throws IOException {
        Path key = Files.writeString(
                Workspace.directory("bench").resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));
        return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
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
