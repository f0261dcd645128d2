// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadResultTest {

    private final WorkloadResult measured = new WorkloadResult("users");

    @Test
    void figuresAreMediansOfTheRounds() {
        WorkloadResult.Side keylift = side("Keylift", run(1, 10), run(2, 30), run(4, 20));
        side("Admin API", run(100, 1), run(50, 1), run(100, 1));

        assertThat(keylift.rates()).containsExactly(100.0, 50.0, 25.0);
        assertThat(keylift.cpu(CpuTimes::postgresql)).isEqualTo(20);
        assertThat(measured.ratios()).containsOnlyKeys("Admin API").containsEntry("Admin API", 50.0);
        assertThat(measured.rate("COPY")).isNaN();
    }

    @Test
    void phasesAreThoseOfAllRounds() {
        WorkloadResult.Side keylift = side(
                "Keylift",
                run(1, 1).withPhases(Map.of("write", 3.0, "commit", 1.0)),
                run(1, 1).withPhases(Map.of("write", 0.0, "commit", 4.0)));

        assertThat(keylift.phases().get("write")).isCloseTo(0.375, within(1e-9));
        assertThat(keylift.phases().get("commit")).isCloseTo(0.625, within(1e-9));
    }

    private WorkloadResult.Side side(String label, Run... runs) {
        WorkloadResult.Side side = new WorkloadResult.Side(new WarmUp(0).result(), Map.of());
        side.runs().addAll(List.of(runs));
        measured.sides().put(label, side);
        return side;
    }

    private static Run run(double seconds, double micros) {
        return new Run(100, seconds, new CpuTimes(micros, micros), Map.of());
    }
}
