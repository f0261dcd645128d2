// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementTimesTest {

    /** Work outside requests: nothing tells overlapping phases apart. */
    private static final class Background implements MeasuredWork {

        private final Map<Phase, Long> times = new EnumMap<>(Phase.class);
        private long now;

        @Override
        public long enter(Phase phase) {
            return now;
        }

        @Override
        public long exit(Phase phase, long entered) {
            times.merge(phase, now - entered, Long::sum);
            return now - entered;
        }

        @Override
        public void countStatement() {}

        @Override
        public void connectionAcquired(long waitNanos) {
            assertThat(waitNanos).isEqualTo(times.get(Phase.POOL_WAIT));
        }

        @Override
        public void connectionReturned(long useNanos) {}
    }

    private final Background work = new Background();
    private final StatementTimes times = new StatementTimes(work);

    /** Hibernate asks for it when the first statement is to be prepared. */
    @Test
    void theWaitForAConnectionIsNoTimeOfTheStatementThatNeedsIt() {
        times.jdbcPrepareStatementStart();
        work.now += 1;
        times.jdbcConnectionAcquisitionStart();
        work.now += 10;
        times.jdbcConnectionAcquisitionEnd();
        work.now += 100;
        times.jdbcPrepareStatementEnd();
        times.jdbcExecuteStatementStart();
        work.now += 1000;
        times.jdbcExecuteStatementEnd();

        assertThat(work.times).containsEntry(Phase.POOL_WAIT, 10L).containsEntry(Phase.SQL, 1101L);
    }
}
