// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HistoryTableTest {

    /** For those whose database user may not create it. */
    @Test
    void theTableIsDocumented() throws IOException {
        String creation = String.join(";\n", HistoryTable.creation(HistoryTable.NAME)) + ";";

        assertThat(Path.of("..", "docs", "timings.md")).content().contains("```sql\n" + creation + "\n```");
    }
}
