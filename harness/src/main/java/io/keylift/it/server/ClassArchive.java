// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The classes of a Keycloak with one home, parsed and linked, in a file that a JVM maps instead of loading them (class
 * data sharing). The JVM refuses an archive of other JARs, another path or another JDK, and then loads the classes.
 */
final class ClassArchive {

    private ClassArchive() {}

    /** Arguments of a JVM that writes the archive when it ends in order, without a word on each class it leaves out. */
    static List<String> writtenAtExit(Path home) {
        return List.of("-XX:ArchiveClassesAtExit=" + file(home), "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    /** Arguments of a JVM that uses the archive, none while there is none. */
    static List<String> used(Path home) {
        return Files.exists(file(home)) ? List.of("-XX:SharedArchiveFile=" + file(home)) : List.of();
    }

    private static Path file(Path home) {
        return home.resolve("classes.jsa");
    }
}
