// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Directories of the build: the files that servers need, and the directory to which they may write. */
public final class Workspace {

    private static final String COMMAND = "keylift.jar";

    private Workspace() {}

    /**
     * The module's build directory: system property {@code keylift.workspace}, or {@code target} of the module when a
     * test is started from an editor.
     */
    public static Path directory() {
        String configured = System.getProperty("keylift.workspace");
        if (configured != null) {
            return Path.of(configured).toAbsolutePath();
        }
        Path module = Path.of("it-tests");
        return (Files.isDirectory(module) ? module.resolve("target") : Path.of("target")).toAbsolutePath();
    }

    /** Creates, if need be, and returns a directory below {@link #directory()}. */
    public static Path directory(String name) {
        try {
            return Files.createDirectories(directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create " + directory().resolve(name), e);
        }
    }

    /** Arguments of the JVM of each server: system property {@code keylift.server.jvm}, separated by blanks. */
    public static List<String> serverJvmArguments() {
        return System.getProperty("keylift.server.jvm", "")
                .lines()
                .flatMap(line -> Stream.of(line.strip().split("\\s+")))
                .filter(argument -> !argument.isEmpty())
                .toList();
    }

    /** A file or directory of this name that the build of the harness has downloaded, such as Keycloak. */
    public static Path fetched(String name) {
        return directory().resolve("../../harness/target").normalize().resolve(name);
    }

    /** The files of a release. */
    public static Path release() {
        return directory().resolve("../../target/release").normalize();
    }

    /** The provider JARs of {@link #release()}, sorted by name. */
    public static List<Path> providers() {
        return jars(release()).stream().filter(jar -> !jar.endsWith(COMMAND)).toList();
    }

    /** The command line, which runs by itself. */
    public static Path command() {
        return release().resolve(COMMAND);
    }

    /** The JARs of a folder, sorted by name. */
    public static List<Path> jars(Path folder) {
        return list(folder, ".jar");
    }

    /** The unzipped Keycloak distribution. */
    public static Path distribution() {
        List<Path> found = list(fetched("keycloak-dist"), "");
        if (found.size() != 1) {
            throw new IllegalStateException(
                    "Expected one Keycloak distribution, found " + found + "; clean and build again");
        }
        return found.get(0);
    }

    private static List<Path> list(Path directory, String suffix) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(path -> path.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Nothing in " + directory
                            + ": run \"./mvnw verify -DskipTests\" once before starting a test by hand",
                    e);
        }
    }
}
