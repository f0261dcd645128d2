// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prevents chunks with a common unique key from being written at the same time. Chunks announce their keys in the order
 * of the input. A chunk that shares a key with an earlier one waits until that one is committed. The outcome is that of
 * a serial import, and no two transactions of an import wait for each other in the database. A chunk that finds out
 * only during its transaction that it follows an earlier one waits for all earlier ones.
 *
 * <p>Once a chunk cannot be committed the gate is closed: chunks that wait must not write records that come later in
 * the input.
 */
final class UniqueKeyGate {

    private final Map<String, Integer> holders = new HashMap<>();
    private final Map<Integer, Set<String>> keys = new HashMap<>();
    private int announced;
    private boolean closed;

    /**
     * Waits for its turn, then until no earlier chunk in flight holds any of the keys.
     *
     * @throws ClosedException if the chunk must not be begun
     */
    synchronized void enter(int chunk, Set<String> wanted) throws InterruptedException {
        awaitTurn(chunk);
        Set<Integer> before = new HashSet<>();
        for (String uniqueKey : wanted) {
            Integer holder = holders.put(uniqueKey, chunk);
            if (holder != null) {
                before.add(holder);
            }
        }
        keys.put(chunk, wanted);
        announced = Math.max(announced, chunk);
        notifyAll();
        while (before.stream().anyMatch(keys::containsKey)) {
            requireOpen();
            wait();
        }
        requireOpen();
    }

    /** The keys of each earlier chunk that has entered and has not been committed. */
    synchronized List<Set<String>> heldEarlier(int chunk) {
        return keys.entrySet().stream()
                .filter(other -> other.getKey() < chunk)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Whether an earlier chunk has entered and has not been committed. */
    synchronized boolean isEarlierInside(int chunk) {
        return keys.keySet().stream().anyMatch(other -> other < chunk);
    }

    /**
     * Waits until all earlier chunks are committed. They never wait for this one.
     *
     * @throws ClosedException if one of them cannot be
     */
    synchronized void awaitEarlier(int chunk) throws InterruptedException {
        while (isEarlierInside(chunk)) {
            requireOpen();
            wait();
        }
        requireOpen();
    }

    /** Notes that a chunk is not going to enter. */
    synchronized void skip(int chunk) throws InterruptedException {
        awaitTurn(chunk);
        announced = Math.max(announced, chunk);
        notifyAll();
    }

    /** Notes that a chunk is committed. */
    synchronized void leave(int chunk) {
        Set<String> held = keys.remove(chunk);
        if (held != null) {
            for (String uniqueKey : held) {
                holders.remove(uniqueKey, chunk);
            }
        }
        notifyAll();
    }

    /** Rejects chunks that wait or arrive, for an import that is ending early. Chunks that have entered go on. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private void awaitTurn(int chunk) throws InterruptedException {
        while (announced < chunk - 1) {
            requireOpen();
            wait();
        }
        requireOpen();
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException();
        }
    }

    /** The import is ending, so the chunk must not begin. */
    static final class ClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedException() {
            super("The import is about to end");
        }
    }
}
