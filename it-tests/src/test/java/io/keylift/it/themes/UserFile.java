// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import io.keylift.it.server.Workspace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/** Files of user records that a browser uploads. */
final class UserFile {

    private UserFile() {}

    static Path of(String name, List<String> lines) throws IOException {
        return Files.write(Workspace.directory("uploads").resolve(name), lines);
    }

    static Path of(String name, int lines, IntFunction<String> line) throws IOException {
        Path file = Workspace.directory("uploads").resolve(name);
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < lines; i++) {
                writer.write(line.apply(i));
                writer.write('\n');
            }
        }
        return file;
    }
}
