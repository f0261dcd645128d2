// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Matches values that a collation treats as equal: by default, MySQL and MariaDB ignore case, accents and trailing
 * blanks. Identical values take precedence.
 */
final class CollationMatch {

    private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

    private CollationMatch() {}

    /** Form in which values that a collation may treat as equal are equal. */
    private static Object of(Object value) {
        if (value instanceof List<?> some) {
            return some.stream().map(CollationMatch::of).collect(Collectors.toList());
        }
        return value instanceof String text
                ? ACCENTS.matcher(Normalizer.normalize(text, Form.NFKD))
                        .replaceAll("")
                        .toLowerCase(Locale.ROOT)
                        .stripTrailing()
                : value;
    }

    /** Removes the values that the database has found, which may be written differently. */
    static <T> void removeAll(Collection<T> values, Collection<T> found) {
        Set<Object> others = new HashSet<>();
        for (T one : found) {
            if (!values.remove(one)) {
                others.add(of(one));
            }
        }
        if (!others.isEmpty()) {
            values.removeIf(value -> others.contains(of(value)));
        }
    }

    /** The entry for a value that the database has found by one of these keys, possibly written differently. */
    static <V> V get(Map<String, V> entries, String found) {
        V exact = entries.get(found);
        if (exact != null) {
            return exact;
        }
        Object folded = of(found);
        return entries.entrySet().stream()
                .filter(entry -> of(entry.getKey()).equals(folded))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> entries.values().iterator().next());
    }
}
