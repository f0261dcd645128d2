// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Records that are committed together, as they were sent. If the input names their kinds, they have the same one and
 * the same policy for what exists; a line without a known kind belongs to any.
 *
 * @param number number of the chunk: from 1 for chunks of the input, from -1 downwards for chunks of deferred lines
 *     and of what a mirror removes
 * @param digest SHA-256 of the records, their faults and their boundaries
 * @param kept the stored part of the undone job that has the records; {@code null} unless this is an undo
 */
record Chunk(int number, List<InputRecord> records, Pass pass, byte[] digest, UndoPart kept) {

    enum Pass {
        /**
         * Consecutive records of the input. Their boundaries depend on the input only, so sending it again gives the
         * same chunks.
         */
        INPUT,
        /** Deferred records, tried again. */
        DEFERRED,
        /**
         * Deferred records of a job that leaves out references, tried without those that no other deferred record
         * defines.
         */
        DROP,
        /** Deferred records, tried for the last time: nothing that they wait for can still be imported. */
        LAST,
        /** Keys of objects to remove because no record of a mirror names them. */
        EXTRA
    }

    /**
     * The part of the input that the records of a chunk belong to.
     *
     * @param kind their kind if the input names it; {@code null} if it names none, or no known one
     * @param ifExists treatment of existing objects; {@code null} unless the records choose it themselves
     */
    record Part(String kind, IfExists ifExists) {

        static final Part UNNAMED = new Part(null, null);

        private static Part of(InputRecord record) {
            String policy = record.ifExists();
            return new Part(record.kind(), policy == null ? null : IfExists.valueOf(policy.toUpperCase(Locale.ROOT)));
        }
    }

    static Chunk ofInput(int number, List<InputRecord> records) {
        return of(number, records, Pass.INPUT);
    }

    static Chunk of(int number, List<InputRecord> records, Pass pass) {
        return new Chunk(number, records, pass, digest(records), null);
    }

    static Chunk ofUndo(int number, List<InputRecord> records, UndoPart kept) {
        return new Chunk(number, records, Pass.INPUT, digest(records), kept);
    }

    /** Whether two records whose kinds are named can be in one chunk. */
    static boolean areAlike(InputRecord one, InputRecord other) {
        return Objects.equals(one.kind(), other.kind()) && Objects.equals(one.ifExists(), other.ifExists());
    }

    Part part() {
        return records.stream()
                .filter(record -> record.kind() != null)
                .findFirst()
                .map(Part::of)
                .orElse(Part.UNNAMED);
    }

    /** Kind of the records if the input names it; {@code null} if it names none, or no known one. */
    String kind() {
        return part().kind();
    }

    long firstLine() {
        return records.get(0).line();
    }

    long lastLine() {
        return records.get(records.size() - 1).line();
    }

    private static byte[] digest(List<InputRecord> records) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (InputRecord input : records) {
                if (input.kind() != null) {
                    digest.update(input.kind().getBytes(StandardCharsets.UTF_8));
                    digest.update((byte) '\n');
                }
                if (input.ifExists() != null) {
                    digest.update(input.ifExists().getBytes(StandardCharsets.UTF_8));
                    digest.update((byte) '\n');
                }
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
