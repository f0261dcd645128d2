// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.util.Arrays;

/** Collects the pieces of one record; beyond the limit it only counts bytes. */
final class RecordBuffer {

    /** One byte more than the limit is kept: it may turn out to be the carriage return of the line end. */
    private static final int CARRIAGE_RETURN = 1;

    private final InputLimits limits;
    private byte[] bytes = new byte[1024];
    private int length;
    private long seen;

    RecordBuffer(InputLimits limits) {
        this.limits = limits;
    }

    void clear() {
        length = 0;
        seen = 0;
    }

    boolean isEmpty() {
        return seen == 0;
    }

    /** @throws InputException {@code record_endless} */
    void append(byte[] source, int from, int to) throws InputException {
        int count = to - from;
        seen += count;
        if (seen - limits.maxRecordBytes() <= CARRIAGE_RETURN) {
            if (seen > bytes.length) {
                long doubled = Math.max(seen, 2L * bytes.length);
                bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, limits.maxRecordBytes() + CARRIAGE_RETURN));
            }
            System.arraycopy(source, from, bytes, length, count);
            length += count;
        } else if (seen - limits.maxRecordBytes() > limits.maxSkippedBytes()) {
            throw new InputException(
                    "record_endless",
                    "A record does not end within " + limits.maxSkippedBytes()
                            + " bytes after the maximum record size (" + limits.maxRecordBytes() + " bytes)");
        }
    }

    void trimCarriageReturn() {
        if (length > 0 && length == seen && bytes[length - 1] == '\r') {
            length--;
            seen--;
        }
    }

    /** How many bytes more make the record too long; at least 1. */
    int room() {
        return (int) Math.max(1, limits.maxRecordBytes() + 1 - seen);
    }

    boolean isTooLong() {
        return seen > limits.maxRecordBytes();
    }

    byte[] bytes() {
        return bytes;
    }

    /** Number of bytes kept: the whole record unless it is too long. */
    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }
}
