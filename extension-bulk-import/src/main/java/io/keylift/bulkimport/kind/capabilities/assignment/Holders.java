// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.assignment;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.capability.assignment.Holder;
import java.util.List;

/**
 * Finds the roles or users that the records of a chunk name: {@link #load} all of them at once, then {@link #find}
 * each.
 */
interface Holders<R> {

    void load(List<Item<R>> items);

    /** {@code null} after a reject: there is none, or the caller cannot change its capabilities. */
    Holder find(Item<R> item);

    /** Rejects a record whose role or user is not there. */
    void rejectUnknown(Item<R> item);
}
