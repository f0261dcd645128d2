// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/**
 * The keys of records as a job needs them. With {@link IdMode#PREFER}, a given id is none of the unique keys, because
 * the first record gets it and the others do without.
 */
final class RecordKeys<V> {

    private final RecordOperation<?, V> operation;
    private final GivenIdFields ids;
    private final boolean idsAreUnique;

    RecordKeys(RecordOperation<?, V> operation, GivenIdFields ids, IdMode mode) {
        this.operation = operation;
        this.ids = ids;
        idsAreUnique = mode != IdMode.PREFER;
    }

    /** Keys that no other record may have. */
    Collection<UniqueKey> unique(Item<V> item) {
        Collection<UniqueKey> keys = operation.uniqueKeys(item.record());
        return idsAreUnique
                ? keys
                : keys.stream().filter(uniqueKey -> !ids.include(uniqueKey)).toList();
    }

    /** Adds the keys by which records of different chunks have an order, except the unique ones. */
    void addOrdering(Item<V> item, Set<String> keys) {
        operation.sharedKeys(item.record()).forEach(touched -> keys.add(touched.text()));
        operation.excludedKeys(item.record()).forEach(excluded -> keys.add(excluded.text()));
        item.givenIds().forEach(id -> keys.add("given id:" + id));
    }
}
