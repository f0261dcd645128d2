// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Records that are committed together, as they were sent.
 *
 * @param number number of the chunk: from 1 for those of the input, from -1 downwards for those of lines that were put off
 */
record Chunk(int number, List<InputRecord> records, Pass pass) {

    enum Pass {
        /** Consecutive records of the input, which alone cuts these chunks, so that sending it again cuts them alike. */
        INPUT,
        /** Records that were put off, tried again. */
        DEFERRED,
        /** The same when nothing can come any more of what they wait for. */
        LAST
    }

    static Chunk ofInput(int number, List<InputRecord> records) {
        return new Chunk(number, records, Pass.INPUT);
    }

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
