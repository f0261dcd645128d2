// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTableTest {

    private static final PublishedRun FIRST = run("first", """
            {"command": "./mvnw -Pbench -Dbench.parts=operations",
             "settings": {"heap": "512m"},
             "workloads": [{"workload": "minimal users", "sides": {
               "Keylift": {"rates": [50000, 49876],
                "cpu": [{"keycloak": 12.2, "postgresql": 3}, {"keycloak": 11, "postgresql": 4.5}]},
               "Admin API": {"rates": [900, 1000]}, "Admin API async": {"rates": [2000, 1000]},
               "COPY": {"rates": [100000, 90000]}}}],
             "operations": [
               {"operation": "import", "records": 1000, "rates": [9000, 10000],
                "cpu": [{"keycloak": 40, "postgresql": 20}], "walBytes": [1000]},
               {"operation": "verify", "records": 1000, "rates": [21999, 30000],
                "cpu": [{"keycloak": 12.2, "postgresql": 3}], "walBytes": [1000000, 2000000],
                "phases": {"parse": 0.1234, "validate": 0.5, "resolve": 0.3766}},
               {"operation": "plain-passwords", "records": 10, "rates": [60, 70],
                "cpu": [{"keycloak": 1, "postgresql": 1}], "walBytes": [1]},
               {"operation": "import", "records": 1000000, "rates": [11234], "cpu": [{"keycloak": 1, "postgresql": 1}],
                "walBytes": [1510000001], "databaseBytes": [900000000]}]}
            """);

    /** A slower run of an older version, without its command. */
    private static final PublishedRun SECOND = run("second", """
            {"workloads": [{"workload": "minimal users", "sides": {
               "Keylift": {"rates": [60000, 40019], "cpu": [{"keycloak": 9, "postgresql": 2}]},
               "Admin API": {"rates": [500, 500]}, "Admin API async": {"rates": [500, 1000]},
               "COPY": {"rates": [50000, 50000]}}}]}
            """);

    private static final PublishedRun OTHER_PARTS = run("other-parts", """
            {"kinds": [
               {"place": "groups", "operation": "import", "records": 10, "rates": [100, 200],
                "cpu": [{"keycloak": 1, "postgresql": 2}]},
               {"place": "groups", "operation": "skip", "records": 10, "rates": [300, 400],
                "cpu": [{"keycloak": 1, "postgresql": 2}]}],
             "mariadb": [
               {"place": "postgresql", "operation": "verify", "rates": [1000, 2000]},
               {"place": "mariadb", "operation": "verify", "rates": [500, 900]}],
             "distance": [
               {"place": "near", "operation": "export", "records": 2500, "rates": [100], "chunkSize": 1000,
                "calls": [{"statements": 90, "roundTrips": 60}]},
               {"place": "one-millisecond", "operation": "export", "records": 2500, "rates": [80], "chunkSize": 1000,
                "calls": [{"statements": 91, "roundTrips": 60}]},
               {"place": "one-millisecond-automatic", "operation": "export", "records": 2500, "rates": [95]}],
             "signIns": [
               {"idle": {"samples": 60, "p50": 5, "p95": 6, "p99": 7}, "imported": 200,
                "importing": {"samples": 60, "p50": 10, "p95": 11, "p99": 12}},
               {"idle": {"samples": 60, "p50": 5, "p95": 6, "p99": 7}, "imported": 100,
                "importing": {"samples": 60, "p50": 10, "p95": 11, "p99": 12}, "changed": 400,
                "changing": {"samples": 60, "p50": 20, "p95": 21, "p99": 22}}],
             "client": {
               "imports": [
                 {"sender": "curl", "records": 10, "rates": [1000, 800], "cpu": [1, 2]},
                 {"sender": "keylift", "records": 10, "rates": [900, 792], "cpu": [30.2, 20]},
                 {"sender": "keylift-mapped", "records": 10, "rates": [450, 792], "cpu": [50, 60]}],
               "memory": [
                 {"sender": "keylift", "megabytes": 3000, "residentBytes": 2e8, "heapBytes": 100},
                 {"sender": "keylift", "megabytes": 100, "residentBytes": 1.5e8, "heapBytes": 1.1e7}]},
             "smallRequests": {
               "calls": [{"what": "import of one record", "millis": [14.1, 15.9, 12]},
                         {"what": "import of ten records", "millis": [20]}],
               "rounds": [[
                 {"load": {"imports": 0, "signIns": 20}, "imports": {"samples": 0, "p50": null, "p99": null},
                  "refused": 0, "signIns": {"p99": 50}},
                 {"load": {"imports": 200, "signIns": 20}, "imports": {"p50": 9.5, "p99": 30}, "refused": 2,
                  "signIns": {"p99": 80}}],
                [{"load": {"imports": 200, "signIns": 20}, "imports": {"p50": 8.5, "p99": 31}, "refused": 1,
                  "signIns": {"p99": 79.5}}]]}}
            """);

    private static PublishedRun run(String name, String figures) {
        return new PublishedRun(name, AdminHttp.parse(figures.strip().replaceFirst("\\{", """
                {"environment": {"time": "2026-01-02T03:04:05Z", "commit": "0123456789abcdef", "cpu": "a processor",
                 "processors": 2, "memoryMegabytes": 8192, "disk": null, "jdk": "a JDK", "keycloak": "keycloak-26",
                 "postgresql": "17", "postgresqlSettings": {"fsync": "on"}},""")));
    }

    @Test
    void theLeastFavorableFigureCounts() {
        assertThat(text("contenders", FIRST, SECOND))
                .contains("| minimal users (a username) | 40,000/s | 49.8 | 25.0 | | 0.50 | 4 |");
        assertThat(text("duration", FIRST, SECOND))
                .contains("| minimal users (a username) | 40,000/s | 144 million | 13 µs | 5 µs | 4 |");
    }

    @Test
    void aRatioIsOfOneRun() {
        assertThat(text("operations", FIRST))
                .contains("| verification | 21,900/s | 2.44 | 13 µs | 3 µs | 2.0 kB | 2 |");
    }

    @Test
    void aSmallRatioIsNotZero() {
        assertThat(text("operations", FIRST)).contains("| import of users with plain passwords | 60/s | 0.0066 |");
    }

    @Test
    void anImportOfAMillionIsARowOfItsOwn() {
        assertThat(text("million", FIRST)).contains("| one import | 1.6 GB | 0.9 GB | 512m | 1 |");
    }

    @Test
    void anOperationWithoutChunksHasNoPhases() {
        assertThat(text("phases", FIRST))
                .contains("| verification | 12.3 % | 50.0 % | 0.0 % | 0.0 % | 37.7 % | 0.0 % | 0.0 % |")
                .doesNotContain("import of new users", "not measured");
    }

    @Test
    void aKindIsComparedWithItsOwnImport() {
        assertThat(text("kinds", OTHER_PARTS))
                .contains("| `groups` | `ifExists=skip`, all exist | 300/s | 2.00 | 1 µs | 2 µs | 2 |")
                .contains("| `roles` | import | not measured |");
    }

    @Test
    void mariaDbIsComparedWithPostgresql() {
        assertThat(text("mariadb", OTHER_PARTS)).contains("| verification | 1,000/s | 500/s | 0.45 | 2 |");
    }

    @Test
    void callsOfTheDatabaseAreThoseOfAChunk() {
        assertThat(text("distance", OTHER_PARTS))
                .contains("| 1 ms away | export | 80/s | 0.80 | 31 | 20 | 1 |")
                .contains("| 1 ms away | import of new users | not measured |")
                .doesNotContain("| 1 ms away | removal");
    }

    @Test
    void automaticParallelismIsComparedWithTheSameNumberNearby() {
        assertThat(text("distance", OTHER_PARTS))
                .contains("| 1 ms away, `parallelism=auto` | export | 95/s | 0.95 | | | 1 |");
    }

    @Test
    void signInsDuringChangesAreThoseOfTheRunsThatHaveThem() {
        assertThat(text("sign-ins", OTHER_PARTS))
                .contains("| during an import | 10 ms | 11 ms | 12 ms | 2 × 60 | 100/s |")
                .contains("each user, again and again | 20 ms | 21 ms | 22 ms | 1 × 60 | 400/s |");
    }

    @Test
    void signInsDuringChangesMayNotBeMeasured() {
        assertThat(text("sign-ins", run("older", """
                        {"signIns": [{"idle": {"samples": 60, "p50": 5, "p95": 6, "p99": 7}, "imported": 200,
                          "importing": {"samples": 60, "p50": 10, "p95": 11, "p99": 12}}]}
                        """))).contains("each user, again and again | not measured |");
    }

    @Test
    void theHighestLatencyOfSmallRequestsCounts() {
        assertThat(text("small-requests", OTHER_PARTS))
                .contains("| import of one record | 15 ms | 16 ms | 3 |")
                .contains("| import of ten records | 20 ms | 20 ms | 1 |");
        assertThat(text("small-loads", OTHER_PARTS))
                .contains("| 0/s | 20/s | | | | 50 ms | 1 |")
                .contains("| 200/s | 20/s | 9.5 ms | 31 ms | 2 | 80 ms | 2 |")
                .contains("| 50/s | 10/s | not measured |");
    }

    @Test
    void theCommandIsComparedWithCurlInTheSameRound() {
        assertThat(text("client", OTHER_PARTS))
                .contains("| curl | 800/s | | | 2 µs | 2 |")
                .contains("| `keylift import` | 792/s | 0.90 | | 31 µs | 2 |")
                .contains("| `keylift import --streams 2` | not measured |")
                .contains("| `keylift import --map`, ten fields | 450/s | 0.45 | 0.50 | 60 µs | 2 |");
    }

    @Test
    void memoryIsThatOfEachSizeOfAnInput() {
        assertThat(text("client-memory", OTHER_PARTS)).contains("""
                | `keylift import` | 0.1 GB | 150 MB | 11 MB |
                | `keylift import` | 3.0 GB | 200 MB | 1 MB |
                """);
        assertThat(text("client-memory", FIRST)).contains("| `keylift import` | not measured | | |");
    }

    @Test
    void whatNoRunHasIsNotMeasured() {
        assertThat(text("nodes", FIRST)).contains("| one of the two imports all | not measured | | |");
        assertThat(text("operations", SECOND)).doesNotContain("second.json").contains("| export | not measured |");
    }

    @Test
    void theFootSaysWhereTheFiguresComeFrom() {
        assertThat(text("contenders", FIRST, SECOND)).endsWith("""

                Measured on: a processor, 2 processors, 8 GB; keycloak-26, PostgreSQL 17 with `fsync` on, a JDK.

                - [first](figures/first.json), 2026-01-02, commit `01234567`: `./mvnw -Pbench -Dbench.parts=operations`
                - [second](figures/second.json), 2026-01-02, commit `01234567`
                """);
    }

    @Test
    void aShortFootHasTheirDates() {
        assertThat(FigureTable.all(List.of(FIRST, SECOND))
                        .get("contenders")
                        .get()
                        .text("figures", false))
                .endsWith("a JDK; 2026-01-02.\n");
    }

    private static String text(String table, PublishedRun... runs) {
        return FigureTable.all(List.of(runs)).get(table).get().text("figures", true);
    }
}
