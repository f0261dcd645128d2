// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StalledSecondsTest {

    /** A rate at which each second has an arrival. */
    private static final double RATE = 10;

    private static final Instant LOSS = Instant.parse("2026-11-27T08:00:10Z");

    private static SecondOfLoad second(int afterLoss, long requests, String phases) {
        Map<String, Double> millis = HistoryOfLoad.phases(phases);
        double all = millis.values().stream().mapToDouble(Double::doubleValue).sum();
        return new SecondOfLoad(LOSS.plusSeconds(afterLoss), requests, all, millis);
    }

    @Test
    void aStallIsTheTimeBeyondWhatSoManyRequestsTakeBefore() {
        StalledSeconds stalled = StalledSeconds.of(
                List.of(
                        second(-3, 10, "sql=40000000 cpu=60000000"),
                        second(-2, 10, "sql=40000000 cpu=60000000"),
                        second(-1, 1, "sql=400000000"),
                        second(0, 10, "sql=40000000 cpu=60000000"),
                        second(1, 2, "sql=38000000 cpu=12000000 parked=100000000"),
                        second(2, 10, "sql=40000000 cpu=250000000")),
                RATE,
                LOSS);

        assertThat(stalled.usual()).isEqualTo(10);
        assertThat(stalled.stalls())
                .singleElement()
                .satisfies(stall -> assertThat(stall.second().at()).isEqualTo(LOSS.plusSeconds(1)));
        assertThat(stalled.stalls().get(0).excess())
                .extracting(Map.Entry::getKey)
                .as("cpu and sql are less than usual, or hardly more")
                .startsWith("parked");
        assertThat(stalled.total()).contains(entry("parked", 100.0));
    }

    @Test
    void theUsualTimeOfEachPhaseIsNoExcess() {
        assertThat(StalledSeconds.of(
                                List.of(
                                        second(-1, 10, "cpu=100000000"),
                                        second(1, 10, "cpu=150000000 parked=500000000")),
                                RATE,
                                LOSS)
                        .total())
                .containsExactlyInAnyOrderEntriesOf(Map.of("cpu", 50.0, "parked", 500.0));
    }

    @Test
    void aSecondIsStalledFromThreeTimesTheUsualOn() {
        assertThat(StalledSeconds.of(
                                List.of(
                                        second(-1, 1, "cpu=100000000"),
                                        second(1, 1, "cpu=299000000"),
                                        second(2, 1, "cpu=300000000")),
                                RATE,
                                LOSS)
                        .stalls())
                .extracting(stall -> stall.second().at())
                .containsExactly(LOSS.plusSeconds(2));
    }

    /** Three times almost nothing is still almost nothing. */
    @Test
    void aFewMillisecondsAreNoStall() {
        assertThat(StalledSeconds.of(
                                List.of(second(-1, 10, "cpu=10000000"), second(1, 10, "cpu=150000000")), RATE, LOSS)
                        .stalls())
                .isEmpty();
    }

    /** A second without an end of a request does not count as usual either. */
    @Test
    void aSecondInWhichNoRequestEndsIsStalled() {
        StalledSeconds stalled = StalledSeconds.of(
                List.of(
                        SecondOfLoad.none(LOSS.minusSeconds(3)),
                        SecondOfLoad.none(LOSS.minusSeconds(2)),
                        second(-1, 10, "cpu=100000000"),
                        second(1, 10, "cpu=100000000"),
                        SecondOfLoad.none(LOSS.plusSeconds(2))),
                RATE,
                LOSS);

        assertThat(stalled.usual()).isEqualTo(10);
        assertThat(stalled.stalls()).singleElement().satisfies(stall -> {
            assertThat(stall.second().at()).isEqualTo(LOSS.plusSeconds(2));
            assertThat(stall.excess()).isEmpty();
        });
    }

    /** At two operations a second, every seventh second has none, and four such seconds in a row are not random. */
    @Test
    void aSilenceIsAStallIfItIsTooLongForChance() {
        List<SecondOfLoad> seconds = new ArrayList<>(List.of(second(-1, 10, "cpu=100000000")));
        for (int second = 1; second < 10; second++) {
            seconds.add(second == 4 ? second(4, 10, "cpu=100000000") : SecondOfLoad.none(LOSS.plusSeconds(second)));
        }

        assertThat(StalledSeconds.of(seconds.subList(0, 8), 2, LOSS).stalls()).isEmpty();
        assertThat(StalledSeconds.of(seconds, 2, LOSS).stalls())
                .extracting(stall -> stall.second().at())
                .containsExactly(
                        LOSS.plusSeconds(5),
                        LOSS.plusSeconds(6),
                        LOSS.plusSeconds(7),
                        LOSS.plusSeconds(8),
                        LOSS.plusSeconds(9));
    }

    @Test
    void withoutSecondsBeforeNothingIsUsual() {
        assertThatThrownBy(() -> StalledSeconds.of(List.of(second(1, 10, "cpu=1")), RATE, LOSS))
                .hasMessage("No request ended before 2026-11-27T08:00:10Z");
    }
}
