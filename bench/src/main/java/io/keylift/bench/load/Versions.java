// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/** Versions of the measured software. */
final class Versions {

    private static final String JAR = "keylift-metrics.jar";

    private Versions() {}

    /** Name of the distribution, digest of the measured JAR, version of Java. */
    static SortedMap<String, String> measured() throws IOException {
        Path jar = Workspace.release().resolve(JAR);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
            SortedMap<String, String> versions = new TreeMap<>();
            versions.put("keycloak", Workspace.distribution().getFileName().toString());
            versions.put(JAR, "sha256:" + HexFormat.of().formatHex(digest));
            versions.put("java", System.getProperty("java.runtime.version"));
            return versions;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    /** Identifies settings and versions in the name of a file, so that different ones do not overwrite each other. */
    static String key(LoadSettings settings, SortedMap<String, String> measured) {
        return String.format("%08x", (settings + " " + measured).hashCode());
    }
}
