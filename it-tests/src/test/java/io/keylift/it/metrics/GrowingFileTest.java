// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowingFileTest {

    @Test
    void tellsEachLineOnceItIsComplete(@TempDir Path folder) throws IOException {
        Path path = Files.createFile(folder.resolve("growing"));
        GrowingFile file = new GrowingFile(path);
        assertThat(file.lines()).isEmpty();

        append(path, "one\nzwö");
        assertThat(file.lines()).containsExactly("one");

        append(path, "lf\n\nthree\n");
        assertThat(file.lines()).containsExactly("one", "zwölf", "", "three");
        assertThat(file.lines()).containsExactly("one", "zwölf", "", "three");
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
