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

/** Dependent rows of removed objects that are not restored, counted by object, reason and table. */
final class StayingRows {

    /** Reason why a row is not restored. */
    enum Reason {
        /** A row to which it refers is missing. */
        REMOVED("Not given back, because what they refer to was removed: "),
        /** A row to which it refers is missing, but an undo has left rows that may include it. */
        LEFT("Not given back, because what they refer to has not come back: "),
        /** The caller may not add it, or a row to which it refers. */
        NOT_GRANTED("Not given back, because the caller may not grant them: "),
        /** Its values differ from those after the removal, or another row has its unique name. */
        CHANGED("Left as they are, because they were changed since the job: ");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Map<Long, Map<Reason, Map<String, Long>>> counts = new TreeMap<>();

    /** Lines of objects with a restored row. */
    private final Set<Long> returned = new HashSet<>();

    /** @param line of the object */
    void add(long line, Reason reason, Table table) {
        counts.computeIfAbsent(line, any -> new EnumMap<>(Reason.class))
                .computeIfAbsent(reason, any -> new LinkedHashMap<>())
                .merge(table.name(), 1L, Long::sum);
    }

    /** Notes that a row of the object was restored. */
    void returned(long line) {
        returned.add(line);
    }

    boolean hasReturned(long line) {
        return returned.contains(line);
    }

    /** Whether a row of the object is not restored because the caller may not grant it. */
    boolean isRefused(long line) {
        return counts.getOrDefault(line, Map.of()).containsKey(Reason.NOT_GRANTED);
    }

    /** Whether another undo can restore a row of the object. */
    boolean isLeft(long line) {
        return isRefused(line) || counts.getOrDefault(line, Map.of()).containsKey(Reason.LEFT);
    }

    /** Forgets all rows, because another attempt to restore them begins. */
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
