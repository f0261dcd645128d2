// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Small user records for tests that do not depend on the fields. */
public final class UserRecords {

    private UserRecords() {}

    public static String user(String name) {
        return "{\"username\":\"" + name + "\",\"enabled\":true}";
    }

    /** Name of the user of that number, from 1. */
    public static String name(String prefix, int number) {
        return prefix + "-" + number;
    }

    /** Users {@code prefix-first} to {@code prefix-last}, one after the other. */
    public static List<String> users(String prefix, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> user(name(prefix, number)))
                .toList();
    }

    public static String lines(String prefix, int first, int last) {
        return ImportClient.lines(users(prefix, first, last));
    }

    /** One list after the other. */
    @SafeVarargs
    public static List<String> concat(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}
