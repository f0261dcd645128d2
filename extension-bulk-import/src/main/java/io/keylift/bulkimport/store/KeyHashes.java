// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.KeyHash;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Hashes of a chunk's keys, eight bytes each. */
final class KeyHashes {

    private final Set<Long> hashes = new HashSet<>();

    private KeyHashes() {}

    static KeyHashes of(Collection<String> keys) {
        KeyHashes hashes = new KeyHashes();
        keys.forEach(key -> hashes.hashes.add(KeyHash.of(key)));
        return hashes;
    }

    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.size() * Long.BYTES);
        hashes.forEach(bytes::putLong);
        return bytes.array();
    }

    /** @param bytes hashes of other keys */
    boolean hasAnyOf(byte[] bytes) {
        LongBuffer others = ByteBuffer.wrap(bytes).asLongBuffer();
        while (others.hasRemaining()) {
            if (hashes.contains(others.get())) {
                return true;
            }
        }
        return false;
    }
}
