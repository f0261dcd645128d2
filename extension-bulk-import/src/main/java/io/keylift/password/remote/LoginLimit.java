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
import java.util.regex.Pattern;

/**
 * Limits the attempts that a node hands on for one user of an old system and that the old system does not confirm,
 * whatever the realm: an old system often locks accounts, and has no protection of its own against a distributed
 * search.
 */
final class LoginLimit {

    /** Users that are remembered at most. */
    private static final int MAX_USERS = 100_000;

    private static final Pattern IGNORED = Pattern.compile("[\\p{M}\\p{C}\\p{Z}\\s]+");

    private final int most;
    private final Cache<String, AtomicInteger> byLogin;

    LoginLimit(int most, Duration window, Ticker clock) {
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

    /** Takes back an attempt that does not count. */
    void giveBack(String login) {
        AtomicInteger count = byLogin.getIfPresent(key(login));
        if (count != null) {
            count.updateAndGet(number -> Math.max(0, number - 1));
        }
    }

    /** Old systems may ignore case, blanks, accents and invisible characters. Users who share a limit are no harm. */
    private static String key(String login) {
        String plain = IGNORED.matcher(Normalizer.normalize(login, Normalizer.Form.NFKD))
                .replaceAll("");
        return plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
