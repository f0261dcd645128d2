// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static io.keylift.bench.Instrumentation.KEYLIFT_METRICS;
import static io.keylift.bench.load.Service.REFRESH;
import static io.keylift.bench.load.Service.USERINFO;
import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLossReportTest {

    private static final LoadSettings SETTINGS = Measured.settings(1, 3, List.of(KEYLIFT_METRICS), REFRESH, USERINFO);
    private static final Instant LOSS = Instant.parse("2026-11-27T08:00:10.123456Z");

    @TempDir
    private Path folder;

    @Test
    void theNextRunGoesOnWithTheServicesThatAreOpen() throws IOException {
        NodeLossReport first = empty(SETTINGS);
        assertThat(first.open()).containsExactly(REFRESH, USERINFO);
        first.losses().add(loss());

        assertThat(first.write(folder))
                .contains("# Loss of a node", "## refresh")
                .doesNotContain("## userinfo");

        NodeLossReport next = NodeLossReport.in(folder, empty(SETTINGS));
        assertThat(next).isEqualTo(first);
        assertThat(next.open()).containsExactly(USERINFO);
        assertThat(folder.resolve("node-loss.md")).content().contains("## refresh");
    }

    @Test
    void otherSettingsOrVersionsBeginAfresh() throws IOException {
        NodeLossReport first = empty(SETTINGS);
        first.losses().add(loss());
        first.write(folder);

        NodeLossReport ofOthers = empty(Measured.settings(2, 3, List.of(KEYLIFT_METRICS), REFRESH, USERINFO));
        assertThat(NodeLossReport.in(folder, ofOthers)).isSameAs(ofOthers);
        NodeLossReport newer =
                new NodeLossReport(SETTINGS, new TreeMap<>(Map.of("keycloak", "1.2.4")), Measured.ENVIRONMENT);
        assertThat(NodeLossReport.in(folder, newer)).isSameAs(newer);
        newer.write(folder);

        assertThat(NodeLossReport.in(folder, empty(SETTINGS))).isEqualTo(first);
    }

    private static NodeLossReport empty(LoadSettings settings) {
        return new NodeLossReport(settings, new TreeMap<>(Map.of("keycloak", "1.2.3")), Measured.ENVIRONMENT);
    }

    private static Loss loss() {
        return new Loss(
                REFRESH,
                24,
                new Latencies(2_000, 1, 10, 8, 20, 30, 40),
                LOSS,
                LOSS.plusSeconds(12),
                List.of(new SecondOfLoad(LOSS.minusSeconds(1), 24, 240, Map.of("cpu", 200.0))),
                List.of(AdminHttp.parse("{\"kind\":\"view-change\",\"at\":\"2026-11-27T08:00:11.700Z\"}")),
                "COMPLETED");
    }
}
