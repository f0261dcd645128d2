// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.broken;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Any number of documents and archives of realms that are broken in as many ways. The same seed and number always give
 * the same input. Its form has types of Java's own library only, for tests that load this class from another JAR.
 */
public final class BrokenInputs implements IntFunction<Map<String, Object>> {

    /** {@link String}: media type of the body. */
    public static final String TYPE = "type";

    /** {@link String}: what is wrong. */
    public static final String FAULT = "fault";

    /** {@code byte[]}. */
    public static final String BODY = "body";

    /** {@code List<String>}: names of users that must be imported, unless the input is refused as a whole. */
    public static final String GOOD = "good";

    /** {@link Boolean}: whether the input must be refused as a whole. */
    public static final String REFUSED = "refused";

    private final long seed;

    public BrokenInputs(long seed) {
        this.seed = seed;
    }

    @Override
    public Map<String, Object> apply(int number) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003L + number);
        GoodDocument good = new GoodDocument("broken-" + seed + "-" + number, random);
        return number % 2 == 0
                ? new BrokenDocument(good, random).broken(number / 2)
                : new BrokenArchive(good, random).broken(number / 2);
    }
}
