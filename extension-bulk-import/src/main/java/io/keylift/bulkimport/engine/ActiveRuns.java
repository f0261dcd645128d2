// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.place.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The runs in progress on this node. */
final class ActiveRuns {

    private final Map<String, ImportRun> runs = new ConcurrentHashMap<>();
    private final AtomicLong requested = new AtomicLong();

    /**
     * Adds a run. If two runs of one job meet here, the later attempt stays and the other one ends, whichever was added
     * first: two requests that open a job one after the other can reach this method in the opposite order.
     */
    void add(ImportRun run) {
        runs.merge(run.job().uid(), run, (former, added) -> {
            boolean later = added.job().run() > former.job().run();
            supersede(later ? former : added);
            return later ? added : former;
        });
    }

    void remove(ImportRun run) {
        runs.remove(run.job().uid(), run);
    }

    int size() {
        return runs.size();
    }

    /** The place of a job for a run that takes it over; empty if there is none, or another run is just doing that. */
    Optional<Place> sharedPlace(String uid) {
        return Optional.ofNullable(runs.get(uid)).map(run -> run.place().share());
    }

    /** A job that pauses gives up its place if callers with fewer jobs wait. */
    void endWherePausesAreInTheWay() {
        runs.values().stream()
                .filter(run -> run.control().isPaused() && run.place().yields())
                .forEach(run -> run.control().end(RunControl.GAVE_WAY));
    }

    Optional<RunProgress> progress(String uid) {
        return Optional.ofNullable(runs.get(uid)).map(ImportRun::progress);
    }

    List<String> uids() {
        return List.copyOf(runs.keySet());
    }

    /** Number of states that requests have stored and applied so far. */
    long requested() {
        return requested.get();
    }

    /** Applies the state of a job that a request has just stored to its run on this node. */
    synchronized void follow(String uid, JobState stored) {
        requested.incrementAndGet();
        apply(uid, stored);
    }

    /**
     * Applies the states that were read from the database to the runs of {@code uids}, unless a request has stored a
     * newer one meanwhile: the next heartbeat then reads them again.
     *
     * @param before {@link #requested} before they were read
     */
    synchronized void follow(List<String> uids, Map<String, JobState> read, long before) {
        if (requested.get() == before) {
            uids.forEach(uid -> apply(uid, read.get(uid)));
        }
    }

    private void apply(String uid, JobState stored) {
        ImportRun run = runs.get(uid);
        if (run == null) {
            return;
        }
        if (stored == null) {
            run.control().end(RunControl.REALM_GONE);
        } else if (stored.run() > run.job().run()) {
            supersede(run);
        } else if (stored.run() == run.job().run()) {
            apply(run.control(), stored.status());
        }
    }

    /** A run that waits does not go on in a job that has ended: another run may take that over. */
    private static void apply(RunControl control, JobStatus stored) {
        switch (stored) {
            case PAUSED -> control.pause();
            case CANCELLED -> control.end(RunControl.CANCELLED);
            case RUNNING -> control.resume();
            default -> {}
        }
    }

    /** Ends the runs that import into a realm that was removed. */
    void endIn(String realmId) {
        runs.values().stream()
                .filter(run -> run.job().spec().realmId().equals(realmId))
                .forEach(run -> run.control().end(RunControl.REALM_GONE));
    }

    void endAll() {
        runs.values()
                .forEach(run -> run.control().end(JobStatus.INTERRUPTED, "shutdown", "The server is shutting down"));
    }

    private static void supersede(ImportRun run) {
        run.control().end(RunControl.SUPERSEDED);
    }
}
