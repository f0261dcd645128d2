// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void eachRoundMakesAllCallsInAnotherOrderAfterTheWarmUp() throws Exception {
        List<String> calls = new ArrayList<>();
        Latencies latencies = new Latencies();
        for (String name : List.of("a", "b", "c", "d")) {
            latencies.add(name, round -> calls.add("before " + name), round -> calls.add(name));
        }

        List<Latency> measured = latencies.measure(10, 0);

        assertThat(measured).extracting(Latency::what).containsExactly("a", "b", "c", "d");
        assertThat(measured)
                .isNotEmpty()
                .allSatisfy(latency -> assertThat(latency.millis()).hasSize(10));
        assertThat(calls).hasSize((1 + 10) * 4 * 2);
        List<List<String>> rounds = new ArrayList<>();
        for (int i = 0; i < calls.size(); i += 8) {
            rounds.add(calls.subList(i, i + 8));
        }
        assertThat(rounds).isNotEmpty().allSatisfy(round -> assertThat(round).contains("a", "b", "c", "d"));
        assertThat(Set.copyOf(rounds)).hasSizeGreaterThan(5);
        assertThat(calls.indexOf("before a")).isEqualTo(calls.indexOf("a") - 1);
    }

    @Test
    void theCpuTimeOfTheMeasuredCallsAloneIsCounted() throws Exception {
        double[] spent = {0};
        Latencies latencies = new Latencies(() -> new CpuTimes(spent[0], 0));
        latencies.add("call", round -> spent[0] += 1000, round -> spent[0] += 7);

        List<Latency> measured = latencies.measure(10, 0);

        assertThat(measured.get(0).cpu().keycloak()).isEqualTo(7);
    }
}
