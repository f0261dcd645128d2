// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Versions of what is measured. */
final class Versions {

    private static final String JAR = "keylift-metrics.jar";

    private Versions() {}

    /** Name of the distribution, digest of the JAR that is measured, version of Java. */
    static Map<String, String> measured() throws IOException {
        Path jar = Workspace.release().resolve(JAR);
        try {
            return Map.of(
                    "keycloak",
                    Workspace.distribution().getFileName().toString(),
                    JAR,
                    "sha256:"
                            + HexFormat.of()
                                    .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar))),
                    "java",
                    System.getProperty("java.runtime.version"));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
