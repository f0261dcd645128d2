// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Heap usage of a server's JVM, as {@code jcmd} reports it. */
public record HeapUsage(KeycloakServer keycloak) {

    /** Bytes of all objects that survive a full garbage collection, which this forces. */
    public long liveBytes() {
        String histogram = jcmd("GC.class_histogram");
        return histogram
                .lines()
                .filter(line -> line.startsWith("Total"))
                .map(line -> Long.valueOf(line.strip().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("jcmd said: " + histogram));
    }

    private String jcmd(String command) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(keycloak.pid()),
                            command)
                    .redirectErrorStream(true)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
