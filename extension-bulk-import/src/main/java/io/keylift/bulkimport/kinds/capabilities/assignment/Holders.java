// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.capability.assignment.Holder;
import java.util.List;

/**
 * Finds the roles or users that the records of a chunk name: {@link #load} loads all of them at once, then
 * {@link #find} returns each.
 */
interface Holders<R> {

    void load(List<Item<R>> items);

    /**
     * Returns {@code null} if the role or user does not exist, or if the caller cannot change its capabilities. In a
     * removal, a missing one is a reject only if the caller must not learn that it is missing.
     */
    Holder find(Item<R> item);
}
