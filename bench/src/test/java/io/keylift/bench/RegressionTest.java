// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.keylift.it.http.AdminHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionTest {

    private static final String RUN = """
            {"workloads": [{"workload": "minimal users", "sides": {
               "Keylift": {"rates": [50, 60, 70]}, "COPY": {"rates": [100, 100, 100]}}}],
             "operations": [
               {"place": "", "operation": "import", "rates": [100, 50]},
               {"place": "", "operation": "verify", "rates": [200, 200]}],
             "kinds": [
               {"place": "groups", "operation": "import", "rates": [10]},
               {"place": "groups", "operation": "skip", "rates": [40]}],
             "distance": [
               {"place": "near", "operation": "import", "rates": [100]},
               {"place": "one-millisecond", "operation": "import", "rates": [90]}],
             "mariadb": [
               {"place": "postgresql", "operation": "import", "rates": [100]},
               {"place": "mariadb", "operation": "import", "rates": [50]}],
             "nodes": [
               {"place": "one-of-two-nodes", "operation": "import", "rates": [100]},
               {"place": "two-nodes", "operation": "import", "rates": [120]}],
             "client": {"imports": [
               {"sender": "curl", "rates": [100]}, {"sender": "keylift", "rates": [90]},
               {"sender": "keylift-mapped", "rates": [72]}]},
             "signIns": [{"idle": {"p99": 50}, "importing": {"p99": 100}, "changing": {"p99": 200}}]}
            """;

    @TempDir
    Path published;

    @Test
    void ratiosAreMediansOfTheRounds() throws IOException {
        assertThat(Ratios.of(AdminHttp.JSON.readTree(RUN)).byName())
                .containsOnly(
                        entry("workloads, minimal users: import to COPY", 0.6),
                        entry("operations: verify to import", 3.0),
                        entry("kinds, groups: skip to import", 4.0),
                        entry("distance, one-millisecond: import to near", 0.9),
                        entry("mariadb, mariadb: import to postgresql", 0.5),
                        entry("nodes, two-nodes: import to one-of-two-nodes", 1.2),
                        entry("client: keylift to curl", 0.9),
                        entry("client: keylift-mapped to keylift", 0.8),
                        entry("sign-ins: p99 without an import to p99 during one", 0.5),
                        entry("sign-ins: p99 without an import to p99 during changes", 0.25));
    }

    @Test
    void aRatioThatFellByMoreThanATenthIsNamed() throws IOException {
        Files.writeString(published.resolve("before.json"), RUN);
        Files.writeString(published.resolve("note.txt"), "no run");

        assertThat(after("[200, 91]", "[40]").fallen())
                .as("2.0 and 1.82: a tenth less than 3.0 is 2.7")
                .hasSize(1);
        assertThat(after("[280, 138]", "[40]").fallen()).as("2.8 and 2.76").isEmpty();
        assertThat(after("[200, 200]", "[35]").fallen())
                .containsExactly(new Regression.Fallen("kinds, groups: skip to import", 4.0, 3.5));
    }

    @Test
    void theLowestPublishedRatioCounts() throws IOException {
        Files.writeString(published.resolve("one.json"), RUN);
        Files.writeString(published.resolve("two.json"), RUN.replace("[200, 200]", "[150, 75]"));

        assertThat(after("[200, 91]", "[40]").fallen()).isEmpty();
    }

    @Test
    void aRatioThatNoPublishedRunHasIsNotCompared() {
        Regression regression = Regression.of(Map.of("new", 0.1, "old", 1.0), Map.of("old", 1.0, "gone", 5.0));

        assertThat(regression.compared()).isEqualTo(1);
        assertThat(regression.fallen()).isEmpty();
    }

    @Test
    void isPrinted() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Regression.of(Map.of("operations: skip to import", 1.0), Map.of("operations: skip to import", 2.0))
                .print(new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("1 ratios, of which 1 fell by more than a tenth")
                .contains("operations: skip to import: 1.000, published 2.000");
    }

    /** Compares a run with these rates of verifications, and of skipped groups. */
    private Regression after(String verify, String skip) throws IOException {
        return Regression.of(
                AdminHttp.JSON.readTree(RUN.replace("[200, 200]", verify).replace("[40]", skip)), published);
    }
}
