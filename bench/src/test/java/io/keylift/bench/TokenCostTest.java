// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenCostTest {

    private final TokenCost cost = TokenCost.of(Grant.PASSWORD, List.of(Instrumentation.values()));

    @Test
    void eachSortIsAShareOfThePlainServersOfItsSet() {
        add(1000, 1100);
        add(2000, 2100);

        TokenCost.Sort metered = cost.sorts().get(Instrumentation.KEYLIFT_METRICS.ordinal());
        assertThat(metered.micros()).containsExactly(1040.0, 2040.0);
        assertThat(metered.ofPlain()).containsExactly(1040 / 1050.0, 2040 / 2050.0);
        assertThat(metered.ofPlainCompiled()).containsExactly(940 / 950.0, 1940 / 1950.0);
        assertThat(cost.sorts().get(Instrumentation.PLAIN.ordinal()).ofPlain()).containsExactly(1.0, 1.0);
    }

    @Test
    void serversOfOneSortAreComparedWithEachOther() {
        add(1000, 1100);

        assertThat(cost.ofTheSame()).hasSize(2);
        assertThat(cost.ofTheSame().get(0)).isCloseTo(1000 / 900.0, within(1e-9));
        assertThat(cost.ofTheSame().get(1)).isCloseTo(990 / 890.0, within(1e-9));
    }

    @Test
    void saysHowFarTwoServersOfOneSortAreApartWhicheverTookMore() {
        cost.ofTheSame().addAll(List.of(0.96, 1.02));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        cost.print(new PrintStream(out));

        assertThat(out.toString()).contains("differ by 3.0 %, at most 4.0 % (2 pairs)");
    }

    /** The compiler takes a tenth of a millisecond of each. */
    private void add(double plain, double otherPlain) {
        cost.add(List.of(
                spent(Instrumentation.PLAIN, plain),
                spent(Instrumentation.KEYLIFT_METRICS, plain - 10),
                spent(Instrumentation.NATIVE_TRACING, plain),
                spent(Instrumentation.PLAIN, otherPlain),
                spent(Instrumentation.KEYLIFT_METRICS, otherPlain - 10),
                spent(Instrumentation.JAVAAGENT, plain)));
    }

    private static TokenCpuTime spent(Instrumentation observed, double micros) {
        return new TokenCpuTime(observed, micros, micros - 100);
    }
}
