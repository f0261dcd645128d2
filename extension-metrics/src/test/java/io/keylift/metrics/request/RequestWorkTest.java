// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestWorkTest {

    private final List<String> background = new ArrayList<>();
    private final List<Long> backgroundNanos = new ArrayList<>();
    private final RequestLoad load = new RequestLoad();
    private final RequestWork work = TestWork.of(new BackgroundWork(observers()), load);

    @Test
    void whatIsReportedIsInTheBreakdown() {
        work.takenUp();
        long entered = work.enter(Phase.POOL_WAIT);
        work.connectionAcquired(work.exit(Phase.POOL_WAIT, entered));
        work.executed("select 1", 1000);
        work.executed("select 1", 1000);
        work.connectionReturned(17);
        work.belongsTo(new RequestOwner("acme", "shop", "acme"));

        RequestBreakdown request = work.end("/uri", 200, false);

        assertThat(request.realm()).isEqualTo("acme");
        assertThat(request.client()).isEqualTo("shop");
        assertThat(request.statements()).isEqualTo(2);
        assertThat(request.connectionWaits()).hasSize(1);
        assertThat(request.connectionUses()).containsExactly(17L);
        assertThat(request.phases().total()).isEqualTo(request.nanos()).isPositive();
        assertThat(background).isEmpty();
    }

    /** A reading may take as long as other threads have the processor. */
    @Test
    void whatReadingTheProcessorTimeTakesIsNotOfThePhaseThatBegins() {
        FakeTimes slow = new FakeTimes() {
            @Override
            public long ofCurrentThread() {
                return busyFor(2 * UnattributedTime.LEAST_NANOS);
            }
        };
        RequestWork read = TestWork.of(new BackgroundWork(observers()), load, new OpenRequests(), slow);
        read.takenUp();
        busyFor(UnattributedTime.LEAST_NANOS);
        long before = System.nanoTime();
        long entered = read.enter(Phase.POOL_WAIT);

        assertThat(entered - before).isGreaterThanOrEqualTo(2 * UnattributedTime.LEAST_NANOS);
        long wait = read.exit(Phase.POOL_WAIT, entered);
        PhaseTimes phases = read.end("/uri", 200, false).phases();
        assertThat(phases.nanos(Phase.POOL_WAIT)).isEqualTo(wait);
    }

    private static long busyFor(long nanos) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < nanos) {
            Thread.onSpinWait();
        }
        return nanos;
    }

    @Test
    void itIsInTheQueueUntilItIsTakenUpAndServedUntilItEnds() {
        assertLoad(1, 0);
        work.takenUp();
        assertLoad(0, 1);
        work.takenUp();
        assertLoad(0, 1);
        work.end("/uri", 200, false);
        assertLoad(0, 0);
        work.end("/uri", 200, false);
        assertLoad(0, 0);
    }

    /** The executor still has it, and takes it up some day. */
    @Test
    void aRequestThatIsAbortedInTheQueueStaysInItUntilAThreadIsDoneWithIt() {
        work.end("/uri", 200, true);
        assertLoad(1, 0);
        assertThat(work.takenUp()).isTrue();
        assertLoad(0, 1);
        work.done();
        assertLoad(0, 0);
        assertThat(load.abandonedSoFar()).isEqualTo(1);
    }

    /** The thread still waits for the database. */
    @Test
    void aRequestThatIsAbortedWhileItIsServedOccupiesItsThread() {
        work.takenUp();
        work.end("/uri", 200, true);
        assertLoad(0, 1);
        work.done();
        work.done();
        assertLoad(0, 0);
    }

    @Test
    void aRequestThatIsAbortedWhenItsThreadIsDoneHasLeft() {
        work.takenUp();
        work.done();
        assertLoad(0, 1);
        work.end("/uri", 200, true);
        assertLoad(0, 0);
        assertThat(load.abandonedSoFar()).isEqualTo(1);
    }

    /** The server may let go of it without a word. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAbortedRequestThatNobodyHasCountsNowhere() {
        RequestLoad forgotten = new RequestLoad();
        TestWork.of(new BackgroundWork(observers()), forgotten).end("/uri", 200, true);
        while (forgotten.queued() > 0) {
            System.gc();
            Thread.onSpinWait();
        }

        assertThat(forgotten.abandonedSoFar()).isEqualTo(1);
    }

    @Test
    void anAnsweredRequestIsNotAbandoned() {
        work.takenUp();
        work.end("/uri", 200, false);

        assertThat(load.abandonedSoFar()).isZero();
    }

    private void assertLoad(int queued, int served) {
        assertThat(load.queued()).isEqualTo(queued);
        assertThat(load.served()).isEqualTo(served);
    }

    @Test
    void aRequestThatRemovesItsRealmBelongsToNobody() {
        work.disown();
        work.belongsTo(new RequestOwner("acme", "shop", "acme"));

        RequestBreakdown request = work.end("/uri", 204, false);

        assertThat(request.realm()).isNull();
        assertThat(request.client()).isNull();
    }

    @Test
    void aRequestThatRemovesAClientBelongsToNone() {
        work.disownClient();
        work.belongsTo(new RequestOwner("acme", "shop", "acme"));

        RequestBreakdown request = work.end("/uri", 204, false);

        assertThat(request.realm()).isEqualTo("acme");
        assertThat(request.client()).isNull();
    }

    @Test
    void whatIsKnownWhenTheAnswerBeginsIsPartOfWhatIsKnownInTheEnd() {
        work.executed("select 1", 1000);
        work.enter(Phase.SQL);

        RequestBreakdown soFar = work.soFar("/uri", 200);
        work.executed("select 1", 1000);
        RequestBreakdown request = work.end("/uri", 200, false);

        assertThat(soFar.statements()).isEqualTo(1);
        assertThat(soFar.phases().nanos(Phase.SQL)).isPositive();
        assertThat(soFar.phases().total()).isEqualTo(soFar.nanos());
        assertThat(request.statements()).isEqualTo(2);
        assertThat(request.phases().nanos(Phase.SQL))
                .isGreaterThan(soFar.phases().nanos(Phase.SQL));
    }

    @Test
    void itEndsOnce() {
        assertThat(work.end("/uri", 200, false)).isNotNull();
        assertThat(work.end("/uri", 200, true)).isNull();
    }

    @Test
    void whatComesAfterItsEndBelongsToTheBackground() {
        long wait = work.enter(Phase.POOL_WAIT);
        RequestBreakdown request = work.end("/uri", 0, true);
        work.connectionAcquired(work.exit(Phase.POOL_WAIT, wait));
        work.executed("select 1", 1000);
        work.exit(Phase.SQL, work.enter(Phase.SQL));
        work.connectionReturned(17);

        assertThat(request.connectionWaits()).isEmpty();
        assertThat(request.statements()).isZero();
        assertThat(background).containsExactly("POOL_WAIT", "statement", "SQL", "use 17");
    }

    @Test
    void ofAPhaseThatItsEndCutsTheBackgroundHasOnlyTheRest() {
        long entered = work.enter(Phase.SQL);
        RequestBreakdown request = work.end("/uri", 0, true);
        long whole = work.exit(Phase.SQL, entered);

        assertThat(backgroundNanos).singleElement().satisfies(rest -> {
            assertThat(rest).isLessThan(whole);
            assertThat(rest + request.phases().nanos(Phase.SQL)).isEqualTo(whole);
        });
    }

    private ObserverDispatch observers() {
        ObserverDispatch observers = new ObserverDispatch();
        observers.set(List.of(ObserverHandle.immediate("test", new RequestObserver() {
            @Override
            public void requestEnded(RequestBreakdown request) {}

            @Override
            public void backgroundPhase(Phase phase, long nanos) {
                background.add(phase.name());
                backgroundNanos.add(nanos);
            }

            @Override
            public void backgroundStatement() {
                background.add("statement");
            }

            @Override
            public void backgroundConnectionUse(long nanos) {
                background.add("use " + nanos);
            }
        })));
        return observers;
    }
}
