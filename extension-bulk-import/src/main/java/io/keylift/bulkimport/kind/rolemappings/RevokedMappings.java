// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;

/** A record whose role mappings are removed. */
final class RevokedMappings extends MappingWork {

    RevokedMappings(Item<RoleMapping> item) {
        super(item);
    }

    @Override
    public Outcome outcome() {
        return removed.isEmpty() ? Outcome.SKIPPED : Outcome.REMOVED;
    }

    @Override
    protected void done() {
        if (removed.isEmpty()) {
            super.done();
        } else {
            item.removed(
                    subject,
                    removed.stream().map(role -> subject + ":" + role.id()).toList());
        }
    }
}
