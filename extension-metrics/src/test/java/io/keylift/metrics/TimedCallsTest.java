// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseCounts;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimedCallsTest {

    static List<Throwable> failures() {
        return List.of(new IllegalStateException(), new StackOverflowError(), new NoClassDefFoundError());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCallSucceedsWhereItsTimingCannotBegin(Throwable failure) {
        TimedCalls calls = new TimedCalls(Phase.HTTP, () -> sneaky(failure), new FailSafe("calls"));

        assertThat(calls.call(() -> "answer")).isEqualTo("answer");
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCallSucceedsWhereItsTimingCannotEnd(Throwable failure) {
        PhaseCounts phases = new PhaseCounts();
        TimedCalls calls = new TimedCalls(
                Phase.HTTP, () -> phases, new FailSafe("calls"), nanos -> TimedCallsTest.sneaky(failure));

        assertThat(calls.call(() -> "answer")).isEqualTo("answer");
        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatStandsInForAnOriginalMayBeMissing(Throwable failure) {
        TimedCalls calls = new TimedCalls(Phase.HTTP, PhaseCounts::new, new FailSafe("calls"));

        assertThat(calls.standIn("original", () -> sneaky(failure))).isEqualTo("original");
    }

    /** The server decides by the exception's type. */
    @ParameterizedTest
    @MethodSource("failures")
    void whatTheCallThrowsPassesOnUnchanged(Throwable failure) {
        PhaseCounts phases = new PhaseCounts();
        TimedCalls calls = new TimedCalls(Phase.HTTP, () -> phases, new FailSafe("calls"));

        assertThatThrownBy(() -> calls.run(() -> sneaky(failure))).isSameAs(failure);
        assertThatThrownBy(() -> calls.call(() -> {
                    throw new IOException("away");
                }))
                .isInstanceOf(IOException.class);
        assertThat(phases.isIn(Phase.HTTP)).isFalse();
    }

    @SuppressWarnings("unchecked")
    private static <T, E extends Throwable> T sneaky(Throwable failure) throws E {
        throw (E) failure;
    }
}
