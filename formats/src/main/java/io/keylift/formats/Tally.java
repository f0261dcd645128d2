// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a conversion, written by its thread and read by others. */
final class Tally {

    /** Names of fields that it remembers in a file; made-up names must not fill the memory. */
    private static final int MOST_PATHS = 2_000;

    private static final String UNREAD = "the mapping does not read it";

    private final Map<String, String> reasons;
    private final Map<String, Long> written = new TreeMap<>();
    private final Map<String, Long> without = new LinkedHashMap<>();
    private final Map<String, Place> files = new LinkedHashMap<>();
    private final Map<LeftOut, Long> told = new LinkedHashMap<>();
    private long read;
    private long problems;

    Tally(Map<String, String> reasons) {
        this.reasons = reasons;
    }

    synchronized void read() {
        read++;
    }

    synchronized void problem() {
        problems++;
    }

    synchronized void written(String kind) {
        written.merge(kind, 1L, Long::sum);
    }

    synchronized void without(String file) {
        without.merge(file, 1L, Long::sum);
    }

    /** The mapping itself says that it leaves a value out. */
    synchronized void leftOut(String file, String path, String reason) {
        LeftOut key = new LeftOut(file, path, reason, 0);
        if (told.size() < MOST_PATHS || told.containsKey(key)) {
            told.merge(key, 1L, Long::sum);
        }
    }

    /** Counts the fields of a record at which the mapping has not looked. */
    synchronized void unread(String file, JsonNode record) {
        count(files.computeIfAbsent(file, name -> new Place(new int[1])), record);
    }

    private static void count(Place place, JsonNode value) {
        if (value instanceof Seen object) {
            for (Map.Entry<String, JsonNode> field : object.peek()) {
                JsonNode child = field.getValue();
                boolean looked = object.looked(field.getKey());
                if (looked ? child.isContainerNode() : !Values.isEmpty(child)) {
                    Place inner = place.inner(field.getKey());
                    if (inner != null && looked) {
                        count(inner, child);
                    } else if (inner != null) {
                        inner.unread++;
                    }
                }
            }
        } else if (value.isArray()) {
            for (JsonNode element : value) {
                if (element.isContainerNode()) {
                    Place inner = place.inner("*");
                    if (inner != null) {
                        count(inner, element);
                    }
                }
            }
        }
    }

    synchronized Report report() {
        List<LeftOut> leftOut = new ArrayList<>();
        told.forEach((key, count) -> leftOut.add(new LeftOut(key.file(), key.path(), key.reason(), count)));
        files.forEach((file, place) -> collect(file, "", place, leftOut));
        leftOut.sort(Comparator.comparing(LeftOut::values).reversed().thenComparing(LeftOut::path));
        return new Report(read, Map.copyOf(written), problems, Map.copyOf(without), leftOut);
    }

    private void collect(String file, String path, Place place, List<LeftOut> leftOut) {
        if (place.unread > 0) {
            leftOut.add(new LeftOut(file, path, reasons.getOrDefault(path, UNREAD), place.unread));
        }
        place.inner.forEach((name, inner) ->
                collect(file, path + "/" + name.replace("~", "~0").replace("/", "~1"), inner, leftOut));
    }

    /** A field, and those within it. */
    private static final class Place {

        private final Map<String, Place> inner = new LinkedHashMap<>();
        private final int[] all;
        private long unread;

        Place(int[] all) {
            this.all = all;
        }

        private Place inner(String name) {
            Place place = inner.get(name);
            if (place == null && all[0] < MOST_PATHS) {
                all[0]++;
                place = new Place(all);
                inner.put(name, place);
            }
            return place;
        }
    }
}
