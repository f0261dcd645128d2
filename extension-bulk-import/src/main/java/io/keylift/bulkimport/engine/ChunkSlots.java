// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/** Counts the chunks of a run that are in flight, and lets its reader wait for them. */
final class ChunkSlots {

    private final Parallelism parallelism;
    private final OrderedResults results;
    private final RunControl control;
    private int inFlight;

    ChunkSlots(Parallelism parallelism, OrderedResults results, RunControl control) {
        this.parallelism = parallelism;
        this.results = results;
        this.control = control;
    }

    /** Waits until another chunk can be put in flight, or the run is ending. */
    synchronized void awaitFree() throws InterruptedException {
        while ((inFlight >= parallelism.limit() || results.isFull()) && !control.isEnding()) {
            wait();
        }
    }

    /** Waits until another result can be queued behind earlier ones, or the run is ending. */
    synchronized void awaitRoomForResult() throws InterruptedException {
        while (results.isFull() && !control.isEnding()) {
            wait();
        }
    }

    synchronized void take() {
        inFlight++;
        parallelism.begun(System.nanoTime());
    }

    synchronized void release() {
        inFlight--;
        notifyAll();
    }

    synchronized void awaitIdle() throws InterruptedException {
        while (inFlight > 0) {
            wait();
        }
    }
}
