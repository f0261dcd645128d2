// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Rows that hung on removed objects and are not given back, counted by object, reason and table. */
final class StayingRows {

    /** Why a row is not given back. */
    enum Reason {
        /** A row to which it refers is missing. */
        REMOVED("Not given back, because what they refer to was removed: "),
        /** So is this one, but an undo has left something that may include it. */
        LEFT("Not given back, because what they refer to has not come back: "),
        /** The caller may not make it, or a row to which it refers. */
        NOT_GRANTED("Not given back, because the caller may not grant them: "),
        /** It has other values than the removal left, or another row has its unique name. */
        CHANGED("Left as they are, because they were changed since the job: ");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Map<Long, Map<Reason, Map<String, Long>>> counts = new TreeMap<>();

    /** Lines of objects of which a row was given back. */
    private final Set<Long> returned = new HashSet<>();

    /** @param line of the object */
    void add(long line, Reason reason, Table table) {
        counts.computeIfAbsent(line, any -> new EnumMap<>(Reason.class))
                .computeIfAbsent(reason, any -> new LinkedHashMap<>())
                .merge(table.name(), 1L, Long::sum);
    }

    /** A row of the object was given back. */
    void returned(long line) {
        returned.add(line);
    }

    boolean hasReturned(long line) {
        return returned.contains(line);
    }

    /** Whether a row of the object stays away because the caller may not grant it. */
    boolean isRefused(long line) {
        return counts.getOrDefault(line, Map.of()).containsKey(Reason.NOT_GRANTED);
    }

    /** Whether another undo can give back a row of the object. */
    boolean isLeft(long line) {
        return isRefused(line) || counts.getOrDefault(line, Map.of()).containsKey(Reason.LEFT);
    }

    /** Another attempt to give back rows begins. */
    void forget() {
        counts.clear();
        returned.clear();
    }

    /** Message for each object that has such rows, by line. */
    Map<Long, String> messages() {
        Map<Long, String> messages = new LinkedHashMap<>();
        counts.forEach((line, reasons) -> {
            List<String> sentences = new ArrayList<>();
            reasons.forEach((reason, tables) -> {
                List<String> names = new ArrayList<>();
                tables.forEach((table, count) -> names.add(RowNames.counted(table, count)));
                sentences.add(reason.text + String.join(", ", names));
            });
            messages.put(line, String.join(". ", sentences));
        });
        return messages;
    }
}
