// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.Collection;

/**
 * Locks the rows that {@link WorkWriter#rowsToLock} names, until the transaction ends. The attempts at a chunk share
 * what they have found, so lockers that lock alike must be equal.
 */
@FunctionalInterface
public interface RowLocker {

    /**
     * Locks all of these rows, in an order that does not depend on the order of the collection. Rows that do not exist
     * are ignored.
     */
    void lock(ImportContext context, Collection<RowReference> rows);
}
