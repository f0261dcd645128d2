// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Decisions on the caller's permissions for single objects, such as roles. A revoked permission takes effect after two
 * seconds at the latest.
 *
 * @param <K> key of a decision
 */
public final class Decisions<K> {

    private static final long LIFE_NANOS = Duration.ofSeconds(2).toNanos();

    /** An import can name as many objects as it has records. */
    private static final int MAX_KEPT = 10_000;

    private final Map<K, Decision> decided = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;

    public Decisions() {
        this(System::nanoTime);
    }

    Decisions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private record Decision(boolean allowed, long at) {}

    /**
     * Whether something is allowed. Does not use {@code computeIfAbsent}: a decision can run SQL, and no other chunk
     * should wait for it.
     */
    public boolean allow(K key, Predicate<K> decision) {
        long now = nanoTime.getAsLong();
        Decision known = decided.get(key);
        if (known == null || now - known.at() > LIFE_NANOS) {
            known = new Decision(decision.test(key), now);
            if (decided.size() >= MAX_KEPT) {
                decided.clear();
            }
            decided.put(key, known);
        }
        return known.allowed();
    }
}
