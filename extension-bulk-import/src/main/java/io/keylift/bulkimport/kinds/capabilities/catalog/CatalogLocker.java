// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RowLocker;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.capability.catalog.CatalogLock;
import java.util.Collection;

/** Locks the catalog of a realm, which need not have a row yet. */
enum CatalogLocker implements RowLocker {
    INSTANCE;

    static RowReference row(ImportContext context) {
        return new RowReference("KEYLIFT_CAPABILITY_CATALOG", context.realm().getId());
    }

    @Override
    public void lock(ImportContext context, Collection<RowReference> rows) {
        rows.forEach(row -> new CatalogLock(context.entityManager(), row.id()).exclude());
    }
}
