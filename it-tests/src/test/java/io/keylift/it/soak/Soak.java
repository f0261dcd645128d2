// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.soak;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Sizes and seed of a long-running test. In {@code ./mvnw verify} sizes are small and the seed is fixed.
 * {@code ./mvnw -Psoak -Dsoak=<name>} runs the test with tag {@code soak-<name>} with large sizes and a random seed,
 * and prints them. A property overrides each, for instance {@code -Dsoak.persons=1000000 -Dsoak.seed=7}.
 */
public final class Soak {

    private static final boolean LARGE = System.getProperty("soak") != null;

    private Soak() {}

    /** A size, by property {@code soak.<name>}. */
    public static int size(String name, int small, int large) {
        return Math.toIntExact(chosen(name, LARGE ? large : small));
    }

    /** The seed of all that is random, by property {@code soak.seed}. */
    public static long seed(long small) {
        return chosen("seed", LARGE ? ThreadLocalRandom.current().nextInt(1_000_000) : small);
    }

    private static long chosen(String name, long usual) {
        long value = Long.getLong("soak." + name, usual);
        if (LARGE) {
            System.out.println("-Dsoak." + name + "=" + value);
        }
        return value;
    }
}
