// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of this project. */
public final class SourceFiles {

    private static final Path PROJECT = Path.of("..");

    private SourceFiles() {}

    /** Sources of what is delivered. */
    static List<Path> ofExtensions() throws IOException {
        return in(
                PROJECT.resolve("extension-bulk-import/src/main"),
                PROJECT.resolve("extension-metrics/src/main"),
                PROJECT.resolve("client/src/main"),
                PROJECT.resolve("formats/src/main"),
                PROJECT.resolve("cli/src/main"));
    }

    /** Sources of the integration tests. */
    public static List<Path> ofIntegrationTests() throws IOException {
        return in(PROJECT.resolve("it-tests/src/test"));
    }

    /** Sources of what is delivered, of its tests and of what measures it. */
    static List<Path> all() throws IOException {
        return in(
                PROJECT.resolve("extension-bulk-import/src"),
                PROJECT.resolve("extension-metrics/src"),
                PROJECT.resolve("client/src"),
                PROJECT.resolve("formats/src"),
                PROJECT.resolve("cli/src"),
                PROJECT.resolve("harness/src"),
                PROJECT.resolve("bench/src"),
                PROJECT.resolve("it-tests/src"),
                PROJECT.resolve("load/src"));
    }

    /** Sources of the front end, in TypeScript. */
    static List<Path> ofFrontEnd() throws IOException {
        return in(PROJECT.resolve("themes/src"));
    }

    private static List<Path> in(Path... folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> found = Files.walk(folder)) {
                found.filter(file -> file.toString().matches(".*\\.(?:java|tsx?)"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }
}
