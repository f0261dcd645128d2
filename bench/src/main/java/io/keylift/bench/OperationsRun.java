// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.bench.RealmOperations.Done;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.function.BiConsumer;

/** Measures all operations on the users of a realm, one after the other, to compare them with the import. */
final class OperationsRun extends OperationRounds {

    private static final String DATABASE = "bench_operations";
    private static final String KEY_FILE = "spi-admin-realm-restapi-extension--bulk-import--stored-secrets-key-file";

    /** Maximum number of persons in a round of the warm-up. */
    private static final int WARM_UP_PERSONS = 5_000;

    private KeycloakServer keycloak;
    private Realms realms;

    OperationsRun(BenchServers servers) {
        super("operations", servers, WARM_UP_PERSONS);
    }

    @Override
    public void run() throws Exception {
        try (KeycloakServer started =
                servers.on(DATABASE).option(KEY_FILE, key().toString()).start()) {
            keycloak = started;
            realms = new Realms(keycloak, servers.database(), "bench-operations", settings.streams());
            realms.createStaying();
            measureRounds();
        }
    }

    @Override
    void round(int persons, BiConsumer<String, Done> each) throws Exception {
        perform(keycloak, realms, "", settings.operations(), persons, each);
    }

    /** Creates the key without which the server cannot undo imports of users. */
    private static Path key() throws IOException {
        Path key = Files.writeString(
                Workspace.directory("bench").resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));
        return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }
}
