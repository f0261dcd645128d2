// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The spool files that a server has open. They have no name any more, so only its process shows them. */
public final class OpenSpools {

    private OpenSpools() {}

    public static List<Path> of(KeycloakServer server) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(server.pid()), "fd"))) {
            return files.filter(Files::isSymbolicLink)
                    .map(OpenSpools::target)
                    .filter(file -> file.toString().contains(".spool"))
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // closed meanwhile
        }
    }
}
