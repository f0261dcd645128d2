// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.MeasuredWork;
import io.keylift.metrics.request.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatementTimesTest {

    /** Work outside requests, which cannot distinguish overlapping phases. */
    private static final class Background implements MeasuredWork {

        private final Map<Phase, Long> times = new EnumMap<>(Phase.class);
        private final Map<String, Long> executed = new TreeMap<>();
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
        public void executed(String sql, long nanos) {
            executed.merge(sql, nanos, Long::sum);
        }

        @Override
        public void rows(String sql, long rows) {}

        @Override
        public void connectionAcquired(long waitNanos) {
            assertThat(waitNanos).isEqualTo(times.get(Phase.POOL_WAIT));
        }

        @Override
        public void connectionReturned(long useNanos) {}
    }

    private String preparing = "select";
    private final Background work = new Background();
    private final StatementTimes times = new StatementTimes(work, () -> preparing, new FailSafe("database times"));

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

    /** Another session of the thread may prepare a statement before this one executes its own. */
    @Test
    void theTimeOfAnExecutionIsThatOfTheStatementThatTheSessionHasPrepared() {
        preparing = "select a";
        times.jdbcPrepareStatementStart();
        times.jdbcPrepareStatementEnd();
        preparing = "select b, in another session";
        times.jdbcExecuteStatementStart();
        work.now += 10;
        times.jdbcExecuteStatementEnd();
        preparing = "insert c";
        times.jdbcPrepareStatementStart();
        work.now += 7;
        times.jdbcPrepareStatementEnd();
        times.jdbcExecuteBatchStart();
        work.now += 100;
        times.jdbcExecuteBatchEnd();

        assertThat(work.executed).isEqualTo(Map.of("select a", 10L, "insert c", 100L));
    }
}
