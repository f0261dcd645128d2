// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Line lengths of comments and texts, which the formatter does not check. */
class LineLengthTest {

    private static final int MAX_COLUMNS = 120;
    private static final String TEXT_BLOCK = "\"\"\"";

    @Test
    void linesFitTheScreen() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : SourceFiles.all()) {
            boolean isQuoted = false;
            for (String line : Files.readAllLines(file)) {
                // The lines of a text block are content, and an import names a class, however long that is.
                if (line.length() > MAX_COLUMNS && !isQuoted && !line.startsWith("import ")) {
                    tooLong.add(file.getFileName() + ": " + line.strip());
                }
                isQuoted ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
            }
        }

        assertThat(tooLong).isEmpty();
    }
}
