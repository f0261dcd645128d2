// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.recent.Requests;
import io.keylift.metrics.recent.Summary;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import java.util.Random;
import org.HdrHistogram.AbstractHistogram;
import org.junit.jupiter.api.Test;

class StoredFiguresTest {

    @Test
    void whatIsReadIsWhatWasWritten() {
        long[] phases = new long[Phase.values().length];
        phases[Phase.SQL.ordinal()] = 1_200;
        phases[Phase.REST.ordinal()] = 340;
        Figures figures = new Figures(StoredFigures.DIGITS);
        for (int millis = 1; millis <= 100; millis++) {
            figures.add(Requests.of("acme", "/users", millis * 1_000_000L, phases));
        }

        Figures read = Figures.of(
                StoredFigures.durations(StoredFigures.text(figures.durations())),
                StoredFigures.phases(StoredFigures.text(figures.phases())),
                figures.nanos(),
                figures.statements(),
                figures.allocated());

        assertThat(read.durations()).isEqualTo(figures.durations());
        assertThat(read.phases()).hasToString(figures.phases().toString());
        assertThat(Summary.of(read).p95() / 1e6).isBetween(95.0, 95 * (1 + HistoryReader.RELATIVE_ERROR));
        assertThat(StoredFigures.text(figures.phases())).isEqualTo("sql=120000 rest=34000");
    }

    /** The column is as long as this, in bytes of the database. */
    @Test
    void aHistogramOfAnyDurationsFits() {
        AbstractHistogram durations = new Figures(StoredFigures.DIGITS).durations();
        Random random = new Random(22);
        for (int i = 0; i < 200_000; i++) {
            durations.recordValueWithCount((long) Math.exp(random.nextDouble() * 32), 1 + random.nextInt(1_000_000));
        }

        assertThat(StoredFigures.text(durations)).hasSizeBetween(1_000, 4_000);
    }

    @Test
    void aPhaseOfAnotherVersionIsRest() {
        PhaseTimes phases = StoredFigures.phases("sql=5 teleport=7 rest=1");

        assertThat(phases.nanos(Phase.SQL)).isEqualTo(5);
        assertThat(phases.nanos(Phase.REST)).isEqualTo(8);
        assertThat(phases.total()).isEqualTo(13);
        assertThat(StoredFigures.phases(null).total()).isZero();
    }
}
