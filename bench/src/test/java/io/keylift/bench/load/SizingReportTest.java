// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static io.keylift.bench.Instrumentation.KEYLIFT_METRICS;
import static io.keylift.bench.Instrumentation.PLAIN;
import static io.keylift.bench.load.Service.CLIENT_CREDENTIALS;
import static io.keylift.bench.load.Service.REFRESH;
import static io.keylift.bench.load.Service.SIGN_IN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bench.Instrumentation;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every figure of the report comes from the steps. */
class SizingReportTest {

    private final LoadState state = Measured.state(
            Measured.settings(3, 5, List.of(PLAIN, KEYLIFT_METRICS), SIGN_IN, CLIENT_CREDENTIALS, REFRESH));

    @TempDir
    private Path folder;

    /** A sign-in of the plain server takes 50, 40 and 100 ms of CPU at the highest rate that held. */
    private void measureAll() {
        double[] signIn = {50, 40, 100};
        for (int set = 1; set <= 3; set++) {
            ramp(set, PLAIN, SIGN_IN, signIn[set - 1], 3);
            ramp(set, KEYLIFT_METRICS, SIGN_IN, signIn[set - 1] * (1 + set / 100.0), 3);
            ramp(set, PLAIN, CLIENT_CREDENTIALS, 5, 4);
            ramp(set, KEYLIFT_METRICS, CLIENT_CREDENTIALS, 6, 4);
            ramp(set, PLAIN, REFRESH, 8, 3);
            ramp(set, KEYLIFT_METRICS, REFRESH, 8, 2);
        }
    }

    /** A ramp with this number of rates that held, and one that did not; a rate costs 1 ms more than the next one. */
    private void ramp(int set, Instrumentation server, Service service, double cpuMillis, int held) {
        for (int i = 0; i <= held; i++) {
            double rate = service.firstRate() * Math.pow(2, i);
            state.steps().add(Measured.step(set, server, service, rate, i < held, cpuMillis + held - 1 - i));
        }
    }

    @Test
    void hasTheLinesOfTheGuideFromTheHighestRatesThatHeld() {
        measureAll();

        assertThat(markdown())
                .contains("- For each 20 (10 to 25) password-based sign-ins per second, 1 vCPU (tested with up to 100")
                .contains("- For each 200 (200 to 200) client credential grants per second, 1 vCPU")
                .contains("- For each 125 (125 to 125) refresh token requests per second, 1 vCPU")
                // 45 / 20 + 360 / 200 + 360 / 125 and 2.5 times that
                .contains("6.93 vCPU requested for the cluster, with the head-room a limit of 17.3 vCPU")
                // 7 ms of PostgreSQL for an operation
                .contains("| sign-in | 0.7 (0.7 to 0.7) | 2.5 (2.5 to 2.5) | 9 (9 to 9) | 100 (100 to 100)/s |")
                .doesNotContain("Incomplete");
    }

    @Test
    void comparesTheServersOfASetAtARateThatBothHeld() {
        measureAll();

        assertThat(markdown())
                .contains("| keylift metrics | 16 (16 to 16) | 16 (16 to 16) | 41 (41 to 41) | 43 (43 to 43)"
                        + " | 44 (44 to 44) | 45 (45 to 45) | 50.5 (40.8 to 103)"
                        + " | 1.020 (1.010 to 1.030) | 0.907 (0.898 to 0.916)"
                        + " | 62.5 (62.5 to 62.5) | 1.250 (1.250 to 1.250) | 7 (7 to 7) | 3 (3 to 3) |")
                // The plain server held 192 a second, the other one 96; at 96, plain takes 9 ms.
                .contains("| plain | 192 (192 to 192) | 96 (96 to 96) |")
                .contains("| 8 (8 to 8) | 0.889 (0.889 to 0.889) | 0.790 (0.790 to 0.790) |");
    }

    @Test
    void serversThatHeldNoRateInCommonAreNotCompared() {
        state.steps().add(Measured.step(1, PLAIN, SIGN_IN, 4, true, 50));
        state.steps().add(Measured.step(1, PLAIN, SIGN_IN, 8, false, 50));
        state.steps().add(Measured.step(1, KEYLIFT_METRICS, SIGN_IN, 4, false, 50));
        state.steps().add(Measured.step(1, KEYLIFT_METRICS, SIGN_IN, 2, true, 60));

        assertThat(markdown()).contains("| plain | 4 | - | - |", "| keylift metrics | 2 | - | - |");
    }

    @Test
    void setsThatLackARampDoNotCountAndTheReportSaysSo() {
        ramp(1, PLAIN, SIGN_IN, 50, 3);
        ramp(1, KEYLIFT_METRICS, SIGN_IN, 50, 3);
        ramp(2, PLAIN, SIGN_IN, 10, 3);

        assertThat(markdown())
                .contains("**Incomplete**: 15 of 18 ramps and the memory of 0 servers are still to be measured.")
                .contains("- For each 20 password-based sign-ins per second")
                .contains("- No rate of refresh token requests held the SLO.")
                .contains("Not measured.");
    }

    @Test
    void hasTheMemoryOfSessions() {
        state.starts().add(new Start(1, PLAIN, 7.5, 611));
        state.starts().add(new Start(2, PLAIN, 7.5, 602));
        state.memory()
                .add(new SessionMemory(
                        PLAIN,
                        List.of(
                                new SessionMemory.Point(5_120, 620, 120, 320),
                                new SessionMemory.Point(20_480, 680, 180, 380))));

        assertThat(markdown())
                .contains("with 10,000 cached sessions is 650 MB", "Of it, 300 MB are not heap")
                // 611 MB and 4 KB for each session; (650.06 - 300) / 0.7
                .contains("the guide's rule gives 500 MB")
                .contains("For each 100,000 cached sessions more, add 391 MB of heap")
                .contains("| plain | 5,120: 620, 120; 20,480: 680, 180 | 600 | 4 | 4 | 300 |");
    }

    @Test
    void hasStartsAndTheMachine() {
        state.starts().add(new Start(1, PLAIN, 7.5, 611));
        state.starts().add(new Start(1, KEYLIFT_METRICS, 8.25, 622));
        state.starts().add(new Start(2, KEYLIFT_METRICS, 9.25, 633));

        assertThat(markdown())
                .contains("| plain | 7.5 | 611 |")
                .contains("| keylift metrics | 8.75 (8.25 to 9.25) | 628 (622 to 633) |")
                .contains("| commit | c0ffee |", "| processor | a processor, 2 of them |", "| memory | 8192 MB |")
                .contains("SLO: p95 of 500 ms, 1 % errors.");
    }

    @Test
    void writesMarkdownAndJson() throws IOException {
        measureAll();

        String markdown = SizingReport.write(state, folder);

        assertThat(folder.resolve("sizing.md")).hasContent(markdown);
        JsonNode json = AdminHttp.JSON.readTree(Files.readString(folder.resolve("sizing.json")));
        assertThat(json.at("/capacity/0/perVcpu/values").toString()).isEqualTo("[20.0,25.0,10.0]");
        assertThat(json.at("/steps")).hasSize(state.steps().size());
        assertThat(json.at("/environment/commit").asText()).isEqualTo("c0ffee");
        assertThat(json.at("/complete").asBoolean()).isTrue();
    }

    private String markdown() {
        return SizingMarkdown.of(Sizing.of(state));
    }
}
