// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * PostgreSQL for tests, with its state after the first start of a Keycloak with our JARs: its tables and ours, realm
 * {@code master} and the administrator. The state is created once for each content of the JARs and copied for each
 * server.
 */
public final class TestDatabase {

    /**
     * How tokens of administrators are signed, each of which many requests bring: without optimized code, a server
     * spends a tenth of its time on signatures of the default algorithm.
     */
    private static final String SIGNATURES = "defaultSignatureAlgorithm";

    private TestDatabase() {}

    /** Starts a cluster of its own; its data goes when it is closed. */
    public static EmbeddedDatabase start() {
        return EmbeddedDatabase.startForTest(template());
    }

    /**
     * The same for a server of a build of its own, which is built first: at the beginning of a run, while another class
     * makes the state.
     */
    public static EmbeddedDatabase start(UnaryOperator<ServerSettings> build) {
        build.apply(KeycloakServer.forBuild(EmbeddedDatabase.VENDOR)).build();
        return start();
    }

    private static Path template() {
        Path parent = Workspace.directory("database-templates");
        String name = KeycloakDistribution.key(Workspace.providers(), new TreeMap<>());
        Path template = parent.resolve(name);
        try {
            // Another thread or JVM may be making the very same one.
            MachineLock.holding(parent.resolve(name + ".lock"), () -> {
                if (!Files.exists(template)) {
                    Path unfinished = parent.resolve(name + ".unfinished");
                    FileTree.delete(unfinished);
                    fill(unfinished);
                    Files.move(unfinished, template);
                }
            });
            return template;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make " + template, e);
        }
    }

    private static void fill(Path directory) {
        try (EmbeddedDatabase database = EmbeddedDatabase.startTemplateIn(directory)) {
            try (KeycloakServer keycloak =
                    TestServer.on(database).archiveClasses().start()) {
                AdminHttp.master(keycloak.baseUrl()).put("/admin/realms/master", Map.of(SIGNATURES, "HS512"));
            }
        }
    }
}
