// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.NameHash;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Names of a chunk, eight bytes for each. */
final class NameHashes {

    private final Set<Long> hashes = new HashSet<>();

    private NameHashes() {}

    static NameHashes of(Collection<String> names) {
        NameHashes hashes = new NameHashes();
        names.forEach(name -> hashes.hashes.add(NameHash.of(name)));
        return hashes;
    }

    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.size() * Long.BYTES);
        hashes.forEach(bytes::putLong);
        return bytes.array();
    }

    /** @param bytes of other names */
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
