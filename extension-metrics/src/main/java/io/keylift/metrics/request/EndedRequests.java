// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A queue of finished requests that are delivered later, in the order in which they were added. Thread-safe. */
final class EndedRequests {

    private final int most;
    private final Consumer<RequestBreakdown> listener;
    private final ReentrantLock telling = new ReentrantLock();
    private List<RequestBreakdown> waiting = new ArrayList<>();

    /**
     * @param most number of requests in the queue at which the adding thread delivers them, unless another thread does
     *     so already
     * @param listener receives the requests; called by one thread at a time
     */
    EndedRequests(int most, Consumer<RequestBreakdown> listener) {
        this.most = most;
        this.listener = listener;
    }

    /** Adds a request without waiting for a thread that delivers. */
    void add(RequestBreakdown request) {
        if (isFullWith(request) && telling.tryLock()) {
            tellAndUnlock();
        }
    }

    private synchronized boolean isFullWith(RequestBreakdown request) {
        waiting.add(request);
        return waiting.size() >= most;
    }

    /** Delivers all requests added before. */
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
