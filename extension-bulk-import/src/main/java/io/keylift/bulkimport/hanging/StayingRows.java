// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.hanging;

import java.util.ArrayList;
import java.util.EnumMap;
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

    /** @param line of the object */
    void add(long line, Reason reason, Table table) {
        counts.computeIfAbsent(line, any -> new EnumMap<>(Reason.class))
                .computeIfAbsent(reason, any -> new LinkedHashMap<>())
                .merge(table.name(), 1L, Long::sum);
    }

    /** Another attempt to give back the rows of these objects begins. */
    void forget(Set<Long> lines) {
        counts.keySet().removeAll(lines);
    }

    /** What to say of each object that has such rows, by line. */
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
