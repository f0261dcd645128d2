// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Requests that have ended and of which somebody is told later, in the order in which they were added. Safe for use by
 * several threads.
 */
final class EndedRequests {

    private final int most;
    private final Consumer<RequestBreakdown> listener;
    private final ReentrantLock telling = new ReentrantLock();
    private List<RequestBreakdown> waiting = new ArrayList<>();

    /**
     * @param most whoever adds so many tells of them, unless somebody does so already
     * @param listener is called by one thread at a time
     */
    EndedRequests(int most, Consumer<RequestBreakdown> listener) {
        this.most = most;
        this.listener = listener;
    }

    /** Does not wait for whoever tells. */
    void add(RequestBreakdown request) {
        if (isFullWith(request) && telling.tryLock()) {
            tellAndUnlock();
        }
    }

    private synchronized boolean isFullWith(RequestBreakdown request) {
        waiting.add(request);
        return waiting.size() >= most;
    }

    /** Tells of all that were added before. */
    void tell() {
        telling.lock();
        tellAndUnlock();
    }

    private void tellAndUnlock() {
        try {
            taken().forEach(listener);
        } finally {
            telling.unlock();
        }
    }

    private synchronized List<RequestBreakdown> taken() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<RequestBreakdown> taken = waiting;
        waiting = new ArrayList<>(most);
        return taken;
    }
}
