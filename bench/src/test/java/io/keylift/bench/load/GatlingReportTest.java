// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GatlingReportTest {

    /** The rows of a report of Gatling 3.15.1. */
    private static final String PAGE =
            row("settling", 4, 0, 900, 901, 902, 903, 904) + row("measured", 1234, 3, 638, 770, 780, 790, 490);

    @Test
    void hasTheFiguresOfTheGroup() {
        assertThat(GatlingReport.latencies(PAGE, "measured"))
                .isEqualTo(new Latencies(1234, 3, 490, 638, 770, 780, 790));
    }

    @Test
    void aPageOfAnotherFormIsNotTakenForFigures() {
        assertThatThrownBy(() -> GatlingReport.latencies(PAGE, "other")).hasMessageContaining("no group other");
        assertThatThrownBy(() -> GatlingReport.latencies(PAGE.replace("col-10", "col10"), "measured"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("column 10");
    }

    private static String row(String group, int total, int failed, int p50, int p90, int p95, int p99, int mean) {
        int[] values = {total, total - failed, failed, 0, 2, 123, p50, p90, p95, p99, 999, mean, 257};
        StringBuilder row = new StringBuilder("<tr id=\"group_" + group + "--976812346\" data-parent=\"ROOT\">\n"
                + "  <td class=\"total col-1\"><span class=\"value\">0</span></td>\n");
        for (int i = 0; i < values.length; i++) {
            row.append("  <td class=\"value ")
                    .append(i == 2 ? "ko" : "total")
                    .append(" col-" + (i + 2) + "\">" + values[i] + "</td>\n");
        }
        return row + "</tr>";
    }
}
