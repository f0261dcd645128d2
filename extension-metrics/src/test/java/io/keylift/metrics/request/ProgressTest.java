// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

    /** Adds up what it receives of each phase, as counters do. */
    private static final class Counters implements ProgressObserver {

        private final List<RequestBreakdown> received = new ArrayList<>();
        private final long[] nanos = new long[Phase.values().length];

        @Override
        public void requestProgressed(RequestBreakdown soFar) {
            add(soFar);
        }

        @Override
        public void requestEnded(RequestBreakdown request) {
            add(request);
        }

        private void add(RequestBreakdown request) {
            received.add(request);
            for (Phase phase : Phase.values()) {
                assertThat(request.unreported().nanos(phase)).isNotNegative();
                nanos[phase.ordinal()] += request.unreported().nanos(phase);
            }
        }

        long total() {
            return new PhaseTimes(nanos).total();
        }
    }

    private final GrantTypes grantTypes = new GrantTypes(Set.of("password"));
    private final Counters counters = new Counters();
    private final ObserverDispatch observers = new ObserverDispatch();
    private final OpenRequests open = new OpenRequests();
    private final AtomicLong clock = new AtomicLong(System.nanoTime());
    private final Progress progress = new Progress(open, observers, clock::get);
    private final RequestWork work = TestWork.of(new BackgroundWork(observers), new RequestLoad(), open);

    ProgressTest() {
        observers.set(List.of(ObserverHandle.batched("counters", counters)));
        open.add(work);
    }

    @Test
    void aLongRequestBeginsAtZeroAndGrowsAndItsSumIsExact() {
        work.takenUp();
        later();
        report();
        assertThat(counters.received).hasSize(1);
        assertThat(counters.total()).isZero();

        long entered = work.enter(Phase.SQL);
        report();
        long firstGrowth = counters.total();
        assertThat(firstGrowth).isPositive();

        work.exit(Phase.SQL, entered);
        report();
        assertThat(counters.total()).isGreaterThan(firstGrowth);

        RequestBreakdown ended = work.end("/realms/{realm}/account", 200, false);
        observers.requestEnded(ended);
        observers.catchUp();
        assertThat(counters.total()).isEqualTo(ended.nanos());
        for (Phase phase : Phase.values()) {
            assertThat(counters.nanos[phase.ordinal()])
                    .as(phase.label())
                    .isEqualTo(ended.phases().nanos(phase));
        }
    }

    @Test
    void aRequestThatHasEndedIsNotReportedAgain() {
        work.takenUp();
        later();
        work.end("/realms/{realm}/account", 0, true);
        report();

        assertThat(counters.received).isEmpty();
    }

    /** When it is answered without a worker thread, its time is not that of the queue. */
    @Test
    void aRequestThatQueuesWaitsForItsEnd() {
        later();
        report();

        assertThat(counters.received).isEmpty();
    }

    @Test
    void aYoungRequestWaits() {
        work.takenUp();
        report();

        assertThat(counters.received).isEmpty();
    }

    /** A meter of the wrong grant type would keep the time for good. */
    @Test
    void aTokenRequestWaitsForItsGrantType() {
        RequestWork token = TestWork.at("/realms/{realm}/protocol/{protocol}/token", open);
        token.takenUp();
        open.remove(work);
        open.add(token);
        later();
        report();
        assertThat(counters.received).isEmpty();

        token.grants("password");
        report();
        assertThat(counters.received).extracting(RequestBreakdown::grantType).containsExactly("password");
    }

    /** The template can grow by further segments. */
    @Test
    void aRequestWaitsForTheWholeOfItsPath() {
        RequestWork unresolved = TestWork.at("/admin/realms/{realm}", open);
        unresolved.takenUp();
        open.remove(work);
        open.add(unresolved);
        later();
        report();

        assertThat(counters.received).isEmpty();
    }

    @Test
    void metersThatNobodyReadsGrowAllTheSame() {
        work.takenUp();
        later();
        progress.reportUnread(grantTypes);
        assertThat(counters.received).isEmpty();

        clock.addAndGet(Progress.UNREAD_NANOS);
        progress.reportUnread(grantTypes);
        progress.reportUnread(grantTypes);
        assertThat(counters.received).hasSize(1);
    }

    private void later() {
        clock.set(System.nanoTime() + Progress.LEAST_AGE_NANOS);
    }

    private void report() {
        progress.report(grantTypes);
    }
}
