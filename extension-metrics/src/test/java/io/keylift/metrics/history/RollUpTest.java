// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.recent.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollUpTest {

    private static final Instant EIGHT = Instant.parse("2026-11-27T08:00:00Z");
    private static final RollUp TO_HOURS = RollUp.ALL.get(0);
    private static final RollUp TO_DAYS = RollUp.ALL.get(1);

    private static final List<HistoryRow> ROWS = List.of(
            row(1, "a", "1", "/users", 3),
            row(2, "a", "1", "/users", 4),
            row(2, "b", "1", "/users", 5),
            row(3, "a", "2", "/users", 6),
            row(3, "a", "2", "/groups", 7));

    private static HistoryRow row(int minute, String node, String version, String uri, int statements) {
        Figures figures = new Figures(StoredFigures.DIGITS);
        figures.add(Requests.executing(uri, 1_000_000, statements));
        return HistoryRow.of(
                EIGHT.plus(Duration.ofMinutes(minute)), 60, node, version, new EndpointName(uri, "GET", null), figures);
    }

    private static List<HistoryRow> merged(RollUp rollUp) {
        Sums<RollUp.Key> sums = new Sums<>();
        ROWS.forEach(row -> sums.add(rollUp.key(row), row));
        return rollUp.rows(EIGHT, sums);
    }

    @Test
    void minutesOfANodeAVersionAndAnEndpointBecomeAnHour() {
        assertThat(merged(TO_HOURS))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row)
                        .extracting(HistoryRow::from, HistoryRow::seconds)
                        .containsExactly(EIGHT, 3600L))
                .extracting(
                        HistoryRow::node,
                        HistoryRow::version,
                        row -> row.endpoint().uri(),
                        row -> row.figures().count(),
                        row -> row.figures().statements())
                .containsExactlyInAnyOrder(
                        tuple("a", "1", "/users", 2L, 7L),
                        tuple("b", "1", "/users", 1L, 5L),
                        tuple("a", "2", "/users", 1L, 6L),
                        tuple("a", "2", "/groups", 1L, 7L));
    }

    /** Nodes come and go with each deployment. */
    @Test
    void aDayIsThatOfAllNodes() {
        assertThat(merged(TO_DAYS))
                .extracting(
                        HistoryRow::node,
                        HistoryRow::version,
                        row -> row.figures().count())
                .containsExactlyInAnyOrder(tuple(null, "1", 3L), tuple(null, "2", 1L), tuple(null, "2", 1L));
    }

    @Test
    void slicesBeginWithTheHourAndTheDay() {
        Instant moment = Instant.parse("2026-11-27T08:59:59.9Z");

        assertThat(TO_HOURS.beginning(moment)).isEqualTo(EIGHT);
        assertThat(TO_DAYS.beginning(moment)).isEqualTo(Instant.parse("2026-11-27T00:00:00Z"));
    }

    /** Slices older than the reach of a time line are as long as those of the next resolution. */
    @Test
    void aTimeLineReachesAsFarAsThereAreSlicesThatFine() {
        assertThat(Resolution.MINUTES.reach()).isEqualTo(TO_HOURS.age());
        assertThat(Resolution.HOURS.reach()).isEqualTo(TO_DAYS.age());
        assertThat(Resolution.HOURS.slice()).hasSeconds(TO_HOURS.seconds());
        assertThat(Resolution.DAYS.slice()).hasSeconds(TO_DAYS.seconds());
    }
}
