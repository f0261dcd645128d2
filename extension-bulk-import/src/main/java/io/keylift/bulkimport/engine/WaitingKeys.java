// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys of the deferred records of a run that still wait. A reference to one of them is not unknown yet. Takes some 50
 * bytes for each deferred record, and nothing for others.
 */
final class WaitingKeys {

    private final Set<Long> hashes = ConcurrentHashMap.newKeySet();

    /** Notes which of these deferred records wait after an attempt. */
    <V> void note(List<Item<V>> items, RecordKeys<V> keys) {
        for (Item<V> item : items) {
            if (item.record() == null) {
                continue;
            }
            for (UniqueKey key : keys.unique(item)) {
                if (item.awaited().isEmpty()) {
                    hashes.remove(KeyHash.of(key.text()));
                } else {
                    hashes.add(KeyHash.of(key.text()));
                }
            }
        }
    }

    boolean include(UniqueKey key) {
        return hashes.contains(KeyHash.of(key.text()));
    }
}
