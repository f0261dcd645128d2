// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The measurements of one request. Work after its end counts as background work. */
final class RequestWork implements MeasuredWork {

    private final Instant start = Instant.now();
    private final Timeline timeline = new Timeline(System.nanoTime());
    private final BackgroundWork afterwards;
    private final RequestLoad load;
    private final RequestLoad.Place place;
    private final boolean isAtProtocolEndpoint;
    private final List<ConnectionWait> waits = new ArrayList<>(2);
    private final List<Long> uses = new ArrayList<>(2);
    private long statements;
    private String realm;
    private String client;
    private boolean isDisowned;
    private boolean isWithoutClient;
    private boolean isDone;

    /**
     * @param afterwards receives work after the end of the request
     * @param load counts the request until it has ended and no thread works for it
     * @param isAtProtocolEndpoint whether it is a request of an OpenID Connect or SAML endpoint
     */
    RequestWork(BackgroundWork afterwards, RequestLoad load, boolean isAtProtocolEndpoint) {
        this.afterwards = afterwards;
        this.load = load;
        this.isAtProtocolEndpoint = isAtProtocolEndpoint;
        this.place = load.arrived();
    }

    @Override
    public long enter(Phase phase) {
        long now = System.nanoTime();
        timeline.enter(phase, now);
        return now;
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
        return place.takenUp();
    }

    /** Records that no worker thread works for the request any more. The request may end later, or have ended. */
    void done() {
        synchronized (timeline) {
            isDone = true;
            if (timeline.hasEnded()) {
                place.leave();
            }
        }
    }

    @Override
    public void countStatement() {
        synchronized (timeline) {
            if (!timeline.hasEnded()) {
                statements++;
                return;
            }
        }
        afterwards.countStatement();
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

    /** Sets realm and client; {@code null} if unknown. */
    void belongsTo(String realmName, String clientId) {
        synchronized (timeline) {
            if (!isDisowned) {
                realm = realmName;
                client = isWithoutClient ? null : clientId;
            }
        }
    }

    /** Removes realm and client for good; later calls of {@link #belongsTo} have no effect. */
    void disown() {
        synchronized (timeline) {
            isDisowned = true;
            realm = null;
            client = null;
        }
    }

    /** Removes the client for good; later calls of {@link #belongsTo} set only the realm. */
    void disownClient() {
        synchronized (timeline) {
            isWithoutClient = true;
            client = null;
        }
    }

    boolean isAtProtocolEndpoint() {
        return isAtProtocolEndpoint;
    }

    boolean hasEnded() {
        return timeline.hasEnded();
    }

    /** Returns the figures so far. */
    RequestBreakdown soFar(String uri, String method, int status) {
        synchronized (timeline) {
            timeline.advanceTo(System.nanoTime());
            return breakdown(uri, method, status, false);
        }
    }

    /**
     * Ends the request.
     *
     * @return its figures, or {@code null} if it had ended before
     */
    RequestBreakdown end(String uri, String method, int status, boolean aborted) {
        synchronized (timeline) {
            if (!timeline.end(System.nanoTime(), !aborted)) {
                return null;
            }
            leave(aborted);
            return breakdown(uri, method, status, aborted);
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
    }

    private RequestBreakdown breakdown(String uri, String method, int status, boolean aborted) {
        return new RequestBreakdown(
                uri,
                method,
                status,
                aborted,
                realm,
                client,
                start,
                timeline.duration(),
                timeline.phases(),
                statements,
                waits,
                uses);
    }
}
