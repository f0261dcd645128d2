// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

/**
 * How much is measured; each value is a system property {@code bench.<name>}.
 *
 * @param users minimal users of an import
 * @param persons whole persons of an import
 * @param organizations organizations of an import
 * @param posts records sent one by one through the Admin API
 * @param partial records of one partial import
 * @param rounds repetitions, of which the median counts
 * @param streams chunks in flight of the import, and streams of COPY
 * @param heap heap of Keycloak
 */
record BenchSettings(
        int users, int persons, int organizations, int posts, int partial, int rounds, int streams, String heap) {

    /** Connections of the Admin API's client. */
    static final int CONNECTIONS = 4;

    /** Rows of so many records are one transaction, of the import and of COPY alike. */
    static final int CHUNK = 1000;

    static BenchSettings fromSystemProperties() {
        return new BenchSettings(
                number("users", 150_000),
                number("persons", 60_000),
                number("organizations", 40_000),
                number("posts", 1_000),
                number("partial", 1_000),
                number("rounds", 3),
                number("streams", 2),
                System.getProperty("bench.heap", "1g"));
    }

    private static int number(String name, int otherwise) {
        int value = Integer.getInteger("bench." + name, otherwise);
        if (value < 1) {
            throw new IllegalArgumentException("bench." + name + " must be at least 1");
        }
        return value;
    }
}
