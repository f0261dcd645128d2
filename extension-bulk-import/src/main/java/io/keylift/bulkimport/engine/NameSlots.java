// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.Claim;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a chunk locks against other jobs: names that no constraint of the database keeps unique, by a few slots for all of them. A name that
 * a record wants for itself is locked alone; one that it keeps from others is shared by all who keep it from others.
 */
final class NameSlots {

    /** More would be more locks, and fewer let fewer chunks of two jobs work side by side. */
    private static final int SLOTS = 64;

    private NameSlots() {}

    /** By slot, whether it is locked alone. */
    static SortedMap<Integer, Boolean> of(Stream<Claim> wanted, Stream<Claim> kept) {
        SortedMap<Integer, Boolean> slots = new TreeMap<>();
        wanted.forEach(claim -> slots.put(slot(claim), true));
        kept.forEach(claim -> slots.putIfAbsent(slot(claim), false));
        return slots;
    }

    private static int slot(Claim claim) {
        return Math.floorMod(claim.text().hashCode(), SLOTS);
    }
}
