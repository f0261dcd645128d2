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

/** The runs in progress on this node. */
final class ActiveRuns {

    private final Map<String, ImportRun> runs = new ConcurrentHashMap<>();

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

    /** Applies the stored state of a job to its run on this node. */
    void follow(String uid, JobState stored) {
        ImportRun run = runs.get(uid);
        if (run == null) {
            return;
        }
        if (stored == null) {
            run.control().end(RunControl.REALM_GONE);
        } else if (stored.run() != run.job().run()) {
            supersede(run);
        } else if (stored.status() == JobStatus.PAUSED) {
            run.control().pause();
        } else if (stored.status() == JobStatus.CANCELLED) {
            run.control().end(RunControl.CANCELLED);
        } else if (run.control().isPaused()) {
            run.control().resume();
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
