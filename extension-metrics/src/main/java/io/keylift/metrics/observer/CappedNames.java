// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many different values of a tag through, first come, first served; all others are {@value Meters#OTHER}. */
final class CappedNames {

    /** What they stand for is nobody's alone. */
    private static final Set<String> RESERVED = Set.of(Meters.OTHER, Meters.NONE);

    private final int limit;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    CappedNames(int limit) {
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

    /** Those that have been let through. */
    Set<String> known() {
        return Set.copyOf(names);
    }

    /**
     * Makes room again.
     *
     * @return whether the name had been let through
     */
    synchronized boolean forget(String name) {
        return names.remove(name);
    }
}
