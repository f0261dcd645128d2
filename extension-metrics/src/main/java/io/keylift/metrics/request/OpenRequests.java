// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests in flight: those that have not ended, and those whose clients have disconnected while a thread works for
 * them. There are as many as the server has accepted. Thread-safe; iteration sees the requests of about now.
 */
final class OpenRequests implements Iterable<RequestWork> {

    private final Set<RequestWork> requests = ConcurrentHashMap.newKeySet();

    void add(RequestWork request) {
        requests.add(request);
    }

    void remove(RequestWork request) {
        requests.remove(request);
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }

    @Override
    public Iterator<RequestWork> iterator() {
        return requests.iterator();
    }
}
