// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A version of a server that sends fifty statements more for each token. */
final class PlantedRegression {

    private PlantedRegression() {}

    /** A JAR that makes the event listener known which the examples have. */
    static Path jar() throws IOException {
        Path jar = Workspace.directory("example").resolve("regression.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            JarEntry services = new JarEntry("META-INF/services/org.keycloak.events.EventListenerProviderFactory");
            // A server is built for each content, so the bytes must not depend on the time.
            services.setLastModifiedTime(FileTime.from(Instant.EPOCH));
            out.putNextEntry(services);
            out.write("io.keylift.example.observer.FiftyStatementsFactory".getBytes(StandardCharsets.US_ASCII));
            out.closeEntry();
        }
        return jar;
    }
}
