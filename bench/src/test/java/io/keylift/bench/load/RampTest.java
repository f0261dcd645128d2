// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static io.keylift.bench.Instrumentation.PLAIN;
import static io.keylift.bench.load.Service.REFRESH;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RampTest {

    private final List<Step> done = new ArrayList<>();

    @Test
    void growsByItsFactorUntilTheSloBreaks() {
        Ramp ramp = new Ramp(2, 1.5, 10);
        List<Double> rates = new ArrayList<>();
        for (OptionalDouble rate = ramp.next(done); rate.isPresent(); rate = ramp.next(done)) {
            rates.add(rate.getAsDouble());
            add(rate.getAsDouble(), rate.getAsDouble() < 10);
        }

        assertThat(rates).containsExactly(2.0, 3.0, 4.5, 6.75, 10.1);
    }

    @Test
    void fallsUntilTheSloHoldsIfTheFirstRateBreaksIt() {
        Ramp ramp = new Ramp(8, 2, 10);
        add(8, false);
        assertThat(ramp.next(done)).hasValue(4);
        add(4, false);
        assertThat(ramp.next(done)).hasValue(2);
        add(2, true);

        assertThat(ramp.next(done)).isEmpty();
    }

    @Test
    void endsAfterItsMostSteps() {
        Ramp ramp = new Ramp(2, 2, 2);
        add(2, true);
        assertThat(ramp.next(done)).hasValue(4);
        add(4, true);

        assertThat(ramp.next(done)).isEmpty();
    }

    private void add(double rate, boolean held) {
        done.add(Measured.step(1, PLAIN, REFRESH, rate, held, 1));
    }
}
