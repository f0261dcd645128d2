// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a record that leaves a column out means for the row. */
class ColumnsTest {

    private record Given(String name, Boolean enabled) {}

    private static final class Row {
        private String name;
        private boolean enabled;
    }

    private static final Columns<Row, Given> COLUMNS = Columns.<Row, Given>none()
            .with(Given::name, row -> row.name, (row, name) -> row.name = name)
            .with(Given::enabled, row -> row.enabled, (row, enabled) -> row.enabled = enabled, true);

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            new,  false, new, false
            new,  -,     new, true
            -,    -,     -,   true
            """)
    void aNewRowHasTheDefaultOfWhatIsLeftOut(String name, Boolean enabled, String newName, boolean newEnabled) {
        Row row = new Row();

        COLUMNS.insert(row, new Given(name, enabled));

        assertThat(row.name).isEqualTo(newName);
        assertThat(row.enabled).isEqualTo(newEnabled);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            false, new,  true,  true,  new,  true
            false, -,    -,     true,  -,    true
            false, old,  false, false, old,  false
            true,  new,  -,     true,  new,  false
            true,  -,    true,  true,  old,  true
            true,  -,    -,     false, old,  false
            """)
    void overwritingResetsAndMergingKeepsWhatIsLeftOut(
            boolean merge, String name, Boolean enabled, boolean changed, String newName, boolean newEnabled) {
        Row row = new Row();
        row.name = "old";
        row.enabled = false;

        assertThat(COLUMNS.change(row, new Given(name, enabled), merge)).isEqualTo(changed);
        assertThat(row.name).isEqualTo(newName);
        assertThat(row.enabled).isEqualTo(newEnabled);
    }
}
