// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.Work;
import io.keylift.capability.catalog.CatalogEntry;
import java.util.List;

/** A capability or set in one attempt to write its chunk. */
final class EntryWork<R extends EntryRecord> extends Work<R> {

    /** The capability or set after the write, or before its removal; {@code null} if there is none. */
    final CatalogEntry entry;

    private final Outcome outcome;

    EntryWork(Item<R> item, CatalogEntry entry, Outcome outcome) {
        super(item);
        this.entry = entry;
        this.outcome = outcome;
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public String id() {
        return entry == null ? null : entry.id();
    }

    @Override
    protected void done() {
        if (outcome == Outcome.REMOVED) {
            item.done(ItemResult.removed(entry.id(), List.of(entry.id())));
        } else {
            super.done();
        }
    }
}
