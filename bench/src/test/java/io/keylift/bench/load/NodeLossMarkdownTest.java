// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeLossMarkdownTest {

    private static final Instant LOSS = Instant.parse("2026-11-27T08:00:10Z");

    @Test
    void tellsWhatFailedAndWhereStalledTimeSat() {
        Loss loss = new Loss(
                Service.USERINFO,
                48,
                new Latencies(2874, 3, 60, 30, 90, 120, 870),
                LOSS,
                LOSS.plusMillis(12_340),
                List.of(
                        new SecondOfLoad(LOSS.minusSeconds(2), 50, 500, Map.of("cpu", 500.0)),
                        new SecondOfLoad(
                                LOSS.plusSeconds(2), 100, 51_000, Map.of("cpu", 1_000.0, "infinispan", 50_000.0))),
                List.of(AdminHttp.parse("{\"kind\":\"view-change\",\"at\":\"2026-11-27T08:00:11.700Z\"}")),
                "COMPLETED, 9,000 users, sent 2 times");

        assertThat(NodeLossMarkdown.of(loss))
                .contains(
                        "## userinfo",
                        "| failed | 3 |",
                        "| mean before (ms) | 10 |",
                        "| node ready again after (s) | 12.3 |",
                        "| stalled seconds | 1 |",
                        "| import | COMPLETED, 9,000 users, sent 2 times |",
                        "| 2 | 100 | 510 | infinispan 50,000 |",
                        "| all |  |  | infinispan 50,000 |",
                        "| 1.7 | view-change |  |  |");
    }

    @Test
    void aLoadWithoutAStallHasNoTableOfThem() {
        Loss loss = new Loss(
                Service.CLIENT_CREDENTIALS,
                24,
                new Latencies(10, 0, 1, 1, 1, 1, 1),
                LOSS,
                LOSS,
                List.of(new SecondOfLoad(LOSS.minusSeconds(2), 50, 500, Map.of("cpu", 500.0))),
                List.of(),
                "COMPLETED");

        assertThat(NodeLossMarkdown.of(loss)).contains("No second was stalled.").doesNotContain("| all |");
    }
}
