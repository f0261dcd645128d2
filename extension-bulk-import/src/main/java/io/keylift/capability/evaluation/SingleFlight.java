// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Has the same work done once for all threads that want it at the same time. */
final class SingleFlight<K, V> {

    private final Map<K, CompletableFuture<V>> underWay = new ConcurrentHashMap<>();

    /** What the work gives, which another thread may have begun already. Where that has failed, this thread does it. */
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
