// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The measurements of one request. Work after its end counts as background work. */
final class RequestWork implements MeasuredWork {

    /** Waits of at least this length are inspected. */
    private static final long LONG_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Instant start = Instant.now();
    private final Timeline timeline;
    private final BackgroundWork afterwards;
    private final RequestLoad load;
    private final RequestLoad.Place place;
    private final OpenRequests open;
    private final RequestEndpoint endpoint;
    private final List<ConnectionWait> waits = new ArrayList<>(2);
    private final List<Long> uses = new ArrayList<>(2);
    private final List<AuthenticationStep> steps = new ArrayList<>(0);
    private final LongestLock lock = new LongestLock();
    private final Statements statements;
    private final StatementUses executions = new StatementUses();
    private RequestOwner owner = RequestOwner.NONE;
    private String grantType;

    /** The times already reported while the request is in flight; {@code null} before the first report. */
    private PhaseTimes reported;

    private boolean isDisowned;
    private boolean isWithoutClient;
    private boolean isDone;

    private volatile RequestOwner found;
    private volatile String askedGrantType;
    private boolean isAsking;

    private LockWait lastLock;
    private volatile long inspectedAt = System.nanoTime();

    /**
     * @param afterwards receives work after the end of the request
     * @param load counts the request until it has ended and no thread works for it
     * @param open has the request for the same time
     */
    RequestWork(
            BackgroundWork afterwards,
            RequestLoad load,
            OpenRequests open,
            RequestEndpoint endpoint,
            Statements statements,
            ThreadTimes times) {
        this.timeline = new Timeline(System.nanoTime(), times);
        this.afterwards = afterwards;
        this.load = load;
        this.open = open;
        this.endpoint = endpoint;
        this.statements = statements;
        this.place = load.arrived();
    }

    @Override
    public long enter(Phase phase) {
        askForClient();
        return timeline.enter(phase, System::nanoTime);
    }

    /** Records the client while the request is in flight. The look-up may itself enter a phase. */
    private void askForClient() {
        if (found == null && !isAsking) {
            isAsking = true;
            found = RequestOwner.ofThisThread();
            if (found != null && endpoint.isOfTokens()) {
                askedGrantType = GrantTypes.askedOfThisThread();
            }
            isAsking = false;
        }
    }

    @Override
    public long exit(Phase phase, long entered) {
        long now = System.nanoTime();
        if (!timeline.exit(phase, now)) {
            afterwards.report(phase, now - Math.max(entered, timeline.lastTime()));
        }
        return now - entered;
    }

    /**
     * Records that a worker thread works for the request, until {@link #done()}.
     *
     * @return whether no thread did so before
     */
    boolean takenUp() {
        timeline.leaveQueue(System.nanoTime());
        boolean isFirst = place.takenUp();
        if (isFirst && timeline.hasEnded()) {
            open.add(this);
        }
        return isFirst;
    }

    /** Records that no worker thread works for the request any more. The request may end later, or have ended. */
    void done() {
        synchronized (timeline) {
            isDone = true;
            timeline.leaveWorker(System.nanoTime());
            if (timeline.hasEnded()) {
                place.leave();
                open.remove(this);
            }
        }
    }

    @Override
    public void executed(String sql, long nanos) {
        Statement statement = statements.of(sql);
        synchronized (timeline) {
            if (!timeline.hasEnded()) {
                executions.add(statement, nanos);
                return;
            }
        }
        afterwards.executed(sql, nanos);
    }

    @Override
    public void rows(String sql, long rows) {
        Statement statement = statements.of(sql);
        synchronized (timeline) {
            if (!timeline.hasEnded()) {
                executions.addRows(statement, rows);
            }
        }
    }

    @Override
    public void connectionAcquired(long waitNanos) {
        synchronized (timeline) {
            if (!timeline.hasEnded()) {
                waits.add(new ConnectionWait(timeline.sinceStart(System.nanoTime()), waitNanos));
                return;
            }
        }
        afterwards.connectionAcquired(waitNanos);
    }

    @Override
    public void connectionReturned(long useNanos) {
        synchronized (timeline) {
            if (!timeline.hasEnded()) {
                uses.add(useNanos);
                return;
            }
        }
        afterwards.connectionReturned(useNanos);
    }

    void belongsTo(RequestOwner who) {
        synchronized (timeline) {
            if (!isDisowned) {
                owner = isWithoutClient ? who.withoutClient() : who;
            }
        }
    }

    /** Records a step of an authentication flow. */
    void stepEnded(String authenticator, long nanos) {
        synchronized (timeline) {
            if (!timeline.hasEnded() && steps.size() < RequestBreakdown.MOST_STEPS) {
                steps.add(new AuthenticationStep(authenticator, timeline.sinceStart(System.nanoTime()), nanos));
            }
        }
    }

    /** Sets the grant type of a token request. */
    void grants(String type) {
        synchronized (timeline) {
            grantType = type;
        }
    }

    /** Removes realm and client for good; later calls of {@link #belongsTo} have no effect. */
    void disown() {
        synchronized (timeline) {
            isDisowned = true;
            owner = RequestOwner.NONE;
        }
    }

    /** Removes the client for good; later calls of {@link #belongsTo} set only the realm. */
    void disownClient() {
        synchronized (timeline) {
            isWithoutClient = true;
            owner = owner.withoutClient();
        }
    }

    RequestEndpoint endpoint() {
        return endpoint;
    }

    /** The thread that works for it, or {@code null}. */
    Thread worker() {
        return timeline.worker();
    }

    /**
     * Samples the thread that works for it.
     *
     * @param stands time since the sample before
     * @return whether the thread has waited for long, and its wait has not been inspected lately
     */
    boolean sampleIsLongWait(long now, long stands) {
        Thread worker = timeline.worker();
        if (worker == null) {
            return false;
        }
        // Read before the timeline is locked: a thread that enters a phase would seem to be blocked.
        Thread.State state = worker.getState();
        Phase phase = timeline.sample(worker, state, now, stands);
        return phase.isWait()
                && now - timeline.presentSince() >= LONG_WAIT_NANOS
                && now - inspectedAt >= LONG_WAIT_NANOS;
    }

    /** From its start to this time, in nanoseconds. */
    long age(long now) {
        return timeline.sinceStart(now);
    }

    /** Time of the last inspection of the thread's wait, as {@link System#nanoTime()}. */
    long inspectedAt() {
        return inspectedAt;
    }

    /**
     * Records the result of an inspection of the thread's wait.
     *
     * @param found the lock, or {@code null} if no other thread holds one
     */
    void inspected(boolean isForClient, LockWait found, long now) {
        synchronized (timeline) {
            inspectedAt = now;
            lastLock = found;
            timeline.inspected(isForClient);
            if (found != null) {
                lock.seen(found, timeline.presentSince(), now);
            }
        }
    }

    /** The request at this time. */
    InFlightRequest inFlight(long now) {
        synchronized (timeline) {
            Thread worker = timeline.worker();
            long since = timeline.presentSince();
            String ofRealm = isDisowned ? null : endpoint.realm();
            RequestOwner who = ownerSoFar();
            boolean isLocked = inspectedAt >= since && timeline.present().isWait();
            return new InFlightRequest(
                    endpoint.soFar(),
                    endpoint.method(),
                    ofRealm,
                    // Administrators of a realm see its clients only.
                    Objects.equals(who.realm(), ofRealm) ? who.client() : null,
                    Math.max(0, timeline.sinceStart(now)),
                    timeline.present(),
                    Math.max(0, now - since),
                    timeline.hasEnded(),
                    isLocked ? lastLock : null,
                    worker == null ? 0 : worker.getId());
        }
    }

    /** The owner that the response names, or before it the one that the thread has found. */
    private RequestOwner ownerSoFar() {
        RequestOwner now = found;
        if (now == null || isDisowned || owner != RequestOwner.NONE) {
            return owner;
        }
        return isWithoutClient ? now.withoutClient() : now;
    }

    /** The phase that it is in now. */
    Phase present() {
        return timeline.present();
    }

    boolean isAtProtocolEndpoint() {
        return endpoint.isOfProtocol();
    }

    boolean hasEnded() {
        return timeline.hasEnded();
    }

    /** Returns the figures so far. */
    RequestBreakdown soFar(String uri, int status) {
        synchronized (timeline) {
            timeline.advanceTo(System.nanoTime());
            return breakdown(uri, status, false, timeline.phases(), owner);
        }
    }

    /**
     * Returns the figures so far of a request that a worker thread works for: without any time when called first, with
     * its time afterwards. {@code null} while it is not known what the request counts as, and after its end.
     */
    RequestBreakdown progress(GrantTypes grantTypes) {
        synchronized (timeline) {
            Optional<String> uri = endpoint.whole();
            if (endpoint.isOfTokens() && grantType == null && askedGrantType != null) {
                grantType = grantTypes.named(askedGrantType);
            }
            boolean isKnown = uri.isPresent() && (grantType != null || !endpoint.isOfTokens());
            if (!isKnown || timeline.hasEnded() || timeline.isQueued()) {
                return null;
            }
            PhaseTimes phases = PhaseTimes.NONE;
            if (reported != null) {
                timeline.advanceTo(System.nanoTime());
                phases = timeline.phases();
            }
            RequestBreakdown soFar = breakdown(uri.get(), 0, false, phases, ownerSoFar());
            reported = phases;
            return soFar;
        }
    }

    /**
     * Ends the request.
     *
     * @return its figures, or {@code null} if it had ended before
     */
    RequestBreakdown end(String uri, int status, boolean aborted) {
        synchronized (timeline) {
            if (!timeline.end(System.nanoTime(), !aborted)) {
                return null;
            }
            leave(aborted);
            return breakdown(uri, status, aborted, timeline.phases(), owner);
        }
    }

    /**
     * Stops counting a request, unless its client has disconnected: the server does not notice and keeps the request
     * queued or served.
     */
    private void leave(boolean aborted) {
        if (aborted) {
            load.abandoned();
        }
        if (aborted && !isDone) {
            load.leaveWithout(this, place);
        } else {
            place.leave();
        }
        if (!aborted || timeline.worker() == null) {
            open.remove(this);
        }
    }

    private RequestBreakdown breakdown(String uri, int status, boolean aborted, PhaseTimes phases, RequestOwner who) {
        return new RequestBreakdown(
                uri,
                endpoint.method(),
                status,
                aborted,
                who.realm(),
                who.client(),
                who.pathRealm(),
                grantType,
                start,
                timeline.duration(),
                phases,
                executions.count(),
                executions.all(),
                timeline.allocated(),
                waits,
                uses,
                steps,
                lock.get(),
                reported == null ? PhaseTimes.NONE : reported);
    }
}
