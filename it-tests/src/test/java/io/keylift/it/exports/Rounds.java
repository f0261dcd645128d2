// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Records about the same objects in chunks, each of which has one of each object in the same order: no chunk takes two
 * records of an object.
 *
 * @param size number of objects, which is that of the records of a chunk
 * @param all the records; where an object has fewer than others, its first one again
 */
record Rounds<T>(int size, List<T> all) {

    /** @param object number of the object of a record */
    static <T> Rounds<T> of(Collection<T> records, ToIntFunction<T> object) {
        Map<Integer, List<T>> ofObjects =
                records.stream().collect(Collectors.groupingBy(object::applyAsInt, TreeMap::new, Collectors.toList()));
        int rounds = ofObjects.values().stream().mapToInt(List::size).max().orElse(0);
        List<T> all = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            for (List<T> ofObject : ofObjects.values()) {
                all.add(ofObject.get(i < ofObject.size() ? i : 0));
            }
        }
        return new Rounds<>(ofObjects.size(), all);
    }
}
