// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the wrong passwords that a node hands on for one user of an old system, whatever the realm: an old system
 * often locks accounts, and has no protection against a distributed search of its own.
 */
final class WrongPasswords {

    /** Users that are remembered at most. */
    private static final int MAX_USERS = 100_000;

    private final int most;
    private final Cache<String, AtomicInteger> byLogin;

    WrongPasswords(int most, Duration window, Ticker clock) {
        this.most = most;
        byLogin = Caffeine.newBuilder()
                .maximumSize(MAX_USERS)
                .expireAfterWrite(window)
                .ticker(clock)
                .build();
    }

    /** Counts an attempt in advance. Returns {@code false} if the old system must not be asked. */
    boolean take(String login) {
        AtomicInteger count = byLogin.get(key(login), any -> new AtomicInteger());
        return count.getAndUpdate(number -> Math.min(number + 1, most)) < most;
    }

    /** Takes back an attempt that was not wrong. */
    void giveBack(String login) {
        AtomicInteger count = byLogin.getIfPresent(key(login));
        if (count != null) {
            count.updateAndGet(number -> Math.max(0, number - 1));
        }
    }

    /** Old systems may ignore case. */
    private static String key(String login) {
        return Normalizer.normalize(login.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
