// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Limits the number of values of a tag, first come, first served. All further values become {@value Meters#OTHER}. */
final class TagLimit {

    /** Values with a meaning of their own, which a realm or client cannot use. */
    private static final Set<String> RESERVED = Set.of(Meters.OTHER, Meters.NONE);

    private final int limit;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    TagLimit(int limit) {
        this.limit = limit;
    }

    String of(String name) {
        if (name == null) {
            return Meters.NONE;
        }
        if (RESERVED.contains(name)) {
            return Meters.OTHER;
        }
        if (names.contains(name)) {
            return name;
        }
        synchronized (this) {
            if (names.size() < limit) {
                names.add(name);
            }
            return names.contains(name) ? name : Meters.OTHER;
        }
    }

    boolean isKnown(String name) {
        return name != null && names.contains(name);
    }

    /** The admitted values. */
    Set<String> known() {
        return Set.copyOf(names);
    }

    /**
     * Frees the place of a value.
     *
     * @return whether the value had been admitted
     */
    synchronized boolean forget(String name) {
        return names.remove(name);
    }
}
