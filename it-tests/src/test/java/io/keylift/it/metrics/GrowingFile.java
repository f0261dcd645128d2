// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A text file that another process appends to: a line that has been read is not read again. */
final class GrowingFile {

    private final Path file;
    private final List<String> lines = new ArrayList<>();
    private long position;

    GrowingFile(Path file) {
        this.file = file;
    }

    /** All lines that are complete. */
    synchronized List<String> lines() {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(position);
            byte[] more = in.readAllBytes();
            int end = more.length;
            while (end > 0 && more[end - 1] != '\n') {
                end--;
            }
            new String(more, 0, end, StandardCharsets.UTF_8).lines().forEach(lines::add);
            position += end;
            return List.copyOf(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
