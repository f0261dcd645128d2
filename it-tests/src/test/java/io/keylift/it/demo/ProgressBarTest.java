// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressBarTest {

    @ParameterizedTest
    @CsvSource({"0, 300, 0", "49_999, 50_000, 5.1", "1, 100_000_000, 0.1", "99_999_999, 100_000_000, 9_000"})
    void aLineFitsIntoATerminalOf80Columns(String done, String total, String seconds) {
        assertThat(ProgressBar.line("organizations", number(done), number(total), number(seconds)))
                .hasSizeLessThan(80);
    }

    @Test
    void showsShareRateAndTimeLeft() {
        assertThat(ProgressBar.line("persons", 25_000, 50_000, 2.5))
                .isEqualTo("  persons       [########........]  50 %  25,000 of 50,000  10,000/s  3 s left");
    }

    private static int number(String text) {
        return (int) Double.parseDouble(text.replace("_", ""));
    }
}
