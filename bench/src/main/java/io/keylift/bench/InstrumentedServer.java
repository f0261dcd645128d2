// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A server with one way of instrumentation. */
public record InstrumentedServer(Instrumentation observed, KeycloakServer keycloak) {

    /**
     * Starts the server.
     *
     * @return seconds until it is ready
     */
    public double start() {
        long start = System.nanoTime();
        keycloak.start();
        return (System.nanoTime() - start) / 1e9;
    }

    /** Memory of its process; not a number on other systems than Linux. */
    public double residentMegabytes() {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(keycloak.pid()), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
