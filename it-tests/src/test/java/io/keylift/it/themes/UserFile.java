// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import io.keylift.it.server.Workspace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of records that a browser uploads. */
final class UserFile {

    private UserFile() {}

    static Path of(String name, List<String> lines) throws IOException {
        return Files.write(Workspace.directory("uploads").resolve(name), lines);
    }

    /** A ZIP archive of files, by their names in it. */
    static Path archive(String name, Map<String, String> files) throws IOException {
        Path archive = Workspace.directory("uploads").resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return archive;
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
