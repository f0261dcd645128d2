// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchReportTest {

    private static final Environment ENVIRONMENT = new Environment(
            "2026-01-01T00:00:00Z",
            null,
            "a processor",
            2,
            8192,
            "a disk",
            "Linux",
            "JDK",
            "Keycloak",
            "17",
            Map.of("fsync", "on"));

    private record Figures(double rate, List<Double> tenths, Map<String, Double> ratios) {}

    private record Given(String name, Object result) implements Measurement {

        @Override
        public void run() {}

        @Override
        public void print(PrintStream out) {}
    }

    @Test
    void whatWasNotMeasuredIsNull() throws IOException {
        String json = json(new Given(
                "some", new Figures(Double.NaN, List.of(1.5, Double.POSITIVE_INFINITY), Map.of("COPY", Double.NaN))));

        JsonNode some = AdminHttp.JSON.readTree(json).get("some");
        assertThat(some.get("rate").isNull()).isTrue();
        assertThat(some.at("/tenths/0").asDouble()).isEqualTo(1.5);
        assertThat(some.at("/tenths/1").isNull()).isTrue();
        assertThat(some.at("/ratios/COPY").isNull()).isTrue();
        assertThat(json).doesNotContain("NaN", "Infinity");
    }

    @Test
    void saysWhereItComesFrom() throws IOException {
        JsonNode root = AdminHttp.JSON.readTree(json());

        assertThat(root.at("/command").asText()).startsWith("./mvnw -Pbench");
        assertThat(root.at("/environment/cpu").asText()).isEqualTo("a processor");
        assertThat(root.at("/environment/disk").asText()).isEqualTo("a disk");
        assertThat(root.at("/environment/postgresqlSettings/fsync").asText()).isEqualTo("on");
        assertThat(root.at("/settings/connections").toString()).isEqualTo("[1,4,16,64]");
    }

    private static String json(Measurement... all) throws IOException {
        return BenchReport.json(ENVIRONMENT, BenchSettings.fromSystemProperties(), List.of(all));
    }
}
