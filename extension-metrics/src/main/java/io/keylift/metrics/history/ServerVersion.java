// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.keycloak.common.Version;

/** The version of a server: what its requests run through. */
final class ServerVersion {

    /** Bytes of the fingerprint: two sets of JARs have the same one by chance in one of four thousand million cases. */
    private static final int BYTES = 4;

    private ServerVersion() {}

    /**
     * Returns Keycloak's version and a fingerprint of the provider JARs: their names and contents.
     *
     * @param providers the directory of the provider JARs
     */
    static String of(Path providers) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path jar : jars(providers)) {
                digest.update(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(jar));
            }
            return Version.VERSION + "+" + HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> jars(Path providers) throws IOException {
        if (!Files.isDirectory(providers)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(providers)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
