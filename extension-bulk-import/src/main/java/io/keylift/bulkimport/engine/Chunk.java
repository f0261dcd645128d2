// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Consecutive records of the input, as they were sent. Chunks are cut by the input alone, so that sending it again cuts it alike.
 *
 * @param number number of the chunk, from 1
 */
record Chunk(int number, List<InputRecord> records) {

    long firstLine() {
        return records.get(0).line();
    }

    long lastLine() {
        return records.get(records.size() - 1).line();
    }

    /** SHA-256 over the records with their faults and their borders. */
    byte[] digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (InputRecord input : records) {
                digest.update(
                        input.fault() == null
                                ? input.json()
                                : input.fault().code().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
