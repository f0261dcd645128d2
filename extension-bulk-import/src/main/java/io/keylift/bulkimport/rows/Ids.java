// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids of imported rows: UUIDs of version 7. They increase with time, so that many inserts append to the right edge of a
 * primary key's index instead of touching all of it. Within a JVM each id is greater than the one before; 62 bits keep
 * the ids of different nodes apart. They are not secret: do not use them where guessing must be hard.
 */
public final class Ids {

    /** Length of Keycloak's id columns. */
    private static final int MAX_LENGTH = 36;

    private static final int COUNTER_BITS = 12;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    private static final long VERSION_7 = 0x7000L;
    private static final long RFC_VARIANT = 0x8000_0000_0000_0000L;
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    /** Milliseconds and a counter within them; the counter may run ahead of the clock but never wraps. */
    private static final AtomicLong LAST = new AtomicLong();

    /** Distinguishes this JVM's ids from those of other JVMs. */
    private static final long SEED = new SecureRandom().nextLong();

    private Ids() {}

    /** A new id, greater than all before it. */
    public static String next() {
        long now = System.currentTimeMillis() << COUNTER_BITS;
        long tick = LAST.updateAndGet(last -> Math.max(last + 1, now));
        long high = (tick >>> COUNTER_BITS << 16) | VERSION_7 | (tick & COUNTER_MASK);
        return new UUID(high, RFC_VARIANT | (mix(SEED + tick * GOLDEN_GAMMA) >>> 2)).toString();
    }

    /**
     * Whether Keycloak can store this id: 1 to 36 characters without blanks, control characters and unpaired
     * surrogates.
     */
    public static boolean isValid(String id) {
        return id != null
                && !id.isEmpty()
                && id.length() <= MAX_LENGTH
                && StorableText.test(id)
                && id.codePoints()
                        .noneMatch(c ->
                                Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c));
    }

    /** The finalizer of SplitMix64: makes consecutive values look unrelated without state shared between threads. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }
}
