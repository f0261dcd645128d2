// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.capability.catalog.CatalogEntry;

/**
 * What becomes of a record that is not rejected.
 *
 * @param entry the capability or set as it is after the write
 */
record EntryWork(Item<?> item, CatalogEntry entry, Outcome outcome) {

    void done() {
        item.done(outcome, entry.id());
    }
}
