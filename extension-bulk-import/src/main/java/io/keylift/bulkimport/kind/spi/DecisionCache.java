// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;

/**
 * Creates caches of decisions on the caller's permissions for single objects, such as roles. The key of an entry is the
 * object's id. Keep a cache in {@link ReadContext#decisions}.
 */
public final class DecisionCache {

    /** A revoked permission takes effect after this time at the latest. */
    private static final Duration MAX_AGE = Duration.ofSeconds(2);

    /** An import can name as many objects as it has records. */
    private static final int MAX_DECISIONS = 10_000;

    private DecisionCache() {}

    /** Creates an empty cache, which is thread-safe. */
    public static Cache<String, Boolean> create() {
        return create(Ticker.systemTicker());
    }

    static Cache<String, Boolean> create(Ticker ticker) {
        return Caffeine.newBuilder()
                .expireAfterWrite(MAX_AGE)
                .maximumSize(MAX_DECISIONS)
                .ticker(ticker)
                .build();
    }
}
