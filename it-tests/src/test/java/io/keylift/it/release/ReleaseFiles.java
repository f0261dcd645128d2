// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.release;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of {@code target/release} after a build. */
record ReleaseFiles(Path directory) {

    static final String SBOM = "keylift.cdx.json";
    static final String CHECKSUMS = "SHA256SUMS";
    static final String COMMAND_OF_WINDOWS = "keylift.cmd";
    static final List<String> JARS =
            List.of("keylift-bulk-import.jar", "keylift-metrics.jar", "keylift-themes.jar", "keylift.jar");

    /** The SHA-256 of each file, by its name. */
    SortedMap<String, String> digests() throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                digests.put(file.getFileName().toString(), sha256(Files.readAllBytes(file)));
            }
        }
        return digests;
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The checksums by the name of the file, from a file in the format of sha256sum. */
    Map<String, String> checksums() throws IOException {
        return Files.readAllLines(directory.resolve(CHECKSUMS)).stream()
                .map(line -> line.split(" {2}"))
                .collect(Collectors.toMap(parts -> parts[1], parts -> parts[0]));
    }

    /** The version in the manifest of a JAR. */
    String version(String jar) throws IOException {
        try (JarFile file = new JarFile(directory.resolve(jar).toFile())) {
            return file.getManifest().getMainAttributes().getValue(Name.IMPLEMENTATION_VERSION);
        }
    }

    JsonNode sbom() throws IOException {
        return AdminHttp.JSON.readTree(directory.resolve(SBOM).toFile());
    }
}
