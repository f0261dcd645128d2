// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Runs work once for all threads that request it at the same time. */
final class SingleFlight<K, V> {

    private final Map<K, CompletableFuture<V>> underWay = new ConcurrentHashMap<>();

    /**
     * Returns the result of the work, or of the same work in another thread. If the other thread fails, does the work.
     */
    V run(K key, Supplier<V> work) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> other = underWay.putIfAbsent(key, mine);
        if (other != null) {
            try {
                return other.join();
            } catch (CompletionException e) {
                return work.get();
            }
        }
        try {
            V done = work.get();
            mine.complete(done);
            return done;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            underWay.remove(key, mine);
        }
    }
}
