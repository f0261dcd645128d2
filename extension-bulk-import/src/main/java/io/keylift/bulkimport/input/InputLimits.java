// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Limits of an input.
 *
 * @param maxRecordBytes longest record, in bytes after decompression, without its line end; 1 to 2^30. A reader uses a
 *     small multiple of it at most.
 * @param maxGzipRatio decompressed bytes for each compressed one, over the body so far, once 16 MiB are decompressed;
 *     at least 1 (deflate itself ends at about 1032)
 * @param maxSkippedBytes how many bytes past {@code maxRecordBytes} to look for the end of one record; at least 0
 */
public record InputLimits(int maxRecordBytes, int maxGzipRatio, long maxSkippedBytes) {

    private static final int LARGEST_RECORD = 1 << 30;

    /** @throws IllegalArgumentException if a value is out of its range */
    public InputLimits {
        if (maxRecordBytes < 1 || maxRecordBytes > LARGEST_RECORD) {
            throw new IllegalArgumentException("maxRecordBytes: " + maxRecordBytes);
        }
        if (maxGzipRatio < 1) {
            throw new IllegalArgumentException("maxGzipRatio: " + maxGzipRatio);
        }
        if (maxSkippedBytes < 0) {
            throw new IllegalArgumentException("maxSkippedBytes: " + maxSkippedBytes);
        }
    }
}
