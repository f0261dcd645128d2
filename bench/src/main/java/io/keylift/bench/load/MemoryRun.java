// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.InstrumentedServer;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the memory of a server with growing numbers of sessions. */
final class MemoryRun {

    private MemoryRun() {}

    /** Starts the server, creates sessions, and stops it. */
    static SessionMemory measure(InstrumentedServer server, List<Integer> numbers) throws Exception {
        try (KeycloakServer keycloak = server.keycloak()) {
            server.start();
            Sessions sessions = new Sessions(keycloak.baseUrl());
            List<SessionMemory.Point> points = new ArrayList<>();
            for (int number : numbers) {
                sessions.makeUpTo(number);
                collectGarbage(keycloak);
                Meters meters = Meters.of(keycloak);
                SessionMemory.Point point = new SessionMemory.Point(
                        number,
                        server.residentMegabytes(),
                        meters.heapUsedMegabytes(),
                        meters.heapCommittedMegabytes());
                points.add(point);
                System.out.printf(
                        Locale.ROOT,
                        "  %,d sessions: %.0f MB resident, %.0f MB of heap in use%n",
                        number,
                        point.residentMegabytes(),
                        point.heapUsedMegabytes());
            }
            return new SessionMemory(server.observed(), points);
        }
    }

    private static void collectGarbage(KeycloakServer keycloak) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        int exitCode = new ProcessBuilder(jcmd.toString(), Long.toString(keycloak.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("jcmd GC.run ended with exit code " + exitCode);
        }
    }
}
