// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderLocks;
import io.keylift.capability.assignment.HolderType;
import java.util.Collection;
import java.util.List;

/**
 * Locks roles or users whose assignments change, and the catalog against changes meanwhile.
 *
 * @param removal whether the changes only remove
 */
record HolderLocker(HolderType type, boolean removal) implements RowLocker {

    /** The row of one of these holders, which need not exist yet. */
    static RowReference row(Holder holder) {
        return new RowReference("KEYLIFT_CAPABILITY_HOLDER", holder.id());
    }

    @Override
    public void lock(ImportContext context, Collection<RowReference> rows) {
        List<Holder> holders =
                rows.stream().map(row -> new Holder(type, row.id())).toList();
        HolderLocks locks =
                new HolderLocks(context.entityManager(), context.realm().getId());
        if (removal) {
            locks.lockKnown(holders);
        } else {
            locks.lock(holders);
        }
    }
}
