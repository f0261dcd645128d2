// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.spool.EncryptedFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Location of an archive's directory, as the end of the archive states it.
 *
 * @param entries number of entries
 * @param position position of its first byte
 * @param size number of bytes
 */
record DirectoryEnd(long entries, long position, long size) {

    /** Enough for five million users in files of 50. All names are in memory for a while. */
    static final int MAX_ENTRIES = 100_000;

    static final int MAX_BYTES = 16 << 20;

    private static final int SIGNATURE = 0x06054b50;
    private static final int BYTES = 22;
    private static final int MAX_COMMENT = 0xffff;
    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int LOCATOR_BYTES = 20;
    private static final int LARGE_SIGNATURE = 0x06064b50;
    private static final int LARGE_BYTES = 56;

    static DirectoryEnd of(EncryptedFile archive) throws IOException {
        long searched = Math.min(archive.size(), BYTES + MAX_COMMENT);
        if (searched < BYTES) {
            throw notAtItsEnd();
        }
        long from = archive.size() - searched;
        ByteBuffer tail = Directory.bytes(archive, from, searched);
        for (int at = tail.limit() - BYTES; at >= 0; at--) {
            int comment = tail.getShort(at + 20) & MAX_COMMENT;
            if (tail.getInt(at) == SIGNATURE && at + BYTES + comment == tail.limit()) {
                return of(archive, tail.slice(at, BYTES).order(tail.order()), from + at);
            }
        }
        throw notAtItsEnd();
    }

    private static InputException notAtItsEnd() {
        return Refusal.MALFORMED_ARCHIVE.because(
                "The body is not a ZIP archive, or it was cut off: no directory is at its end");
    }

    private static DirectoryEnd of(EncryptedFile archive, ByteBuffer end, long position) throws IOException {
        int disk = end.getShort(4) | end.getShort(6);
        long onDisk = end.getShort(8) & 0xffff;
        DirectoryEnd small =
                new DirectoryEnd(end.getShort(10) & 0xffff, end.getInt(16) & 0xffffffffL, end.getInt(12) & 0xffffffffL);
        if (small.entries == 0xffff || small.position == 0xffffffffL || small.size == 0xffffffffL) {
            DirectoryEnd large = large(archive, position);
            if (large != null) {
                return large;
            }
        }
        return small.checked(disk, onDisk, position);
    }

    /** By Zip64; {@code null} if the archive does without. */
    private static DirectoryEnd large(EncryptedFile archive, long end) throws IOException {
        if (end < LOCATOR_BYTES) {
            return null;
        }
        ByteBuffer locator = Directory.bytes(archive, end - LOCATOR_BYTES, LOCATOR_BYTES);
        if (locator.getInt(0) != LOCATOR_SIGNATURE) {
            return null;
        }
        long position = locator.getLong(8);
        if (position < 0 || position > end - LOCATOR_BYTES - LARGE_BYTES) {
            throw misplaced();
        }
        ByteBuffer large = Directory.bytes(archive, position, LARGE_BYTES);
        if (large.getInt(0) != LARGE_SIGNATURE) {
            throw misplaced();
        }
        return new DirectoryEnd(large.getLong(32), large.getLong(48), large.getLong(40))
                .checked(locator.getInt(4) | large.getInt(16) | large.getInt(20), large.getLong(24), position);
    }

    private DirectoryEnd checked(int disk, long onDisk, long end) throws InputException {
        if (disk != 0 || onDisk != entries) {
            throw Refusal.MALFORMED_ARCHIVE.because("The archive is split into several files. Send it in one.");
        }
        if (entries < 0 || entries > MAX_ENTRIES || size > MAX_BYTES) {
            throw Refusal.TOO_MANY_ENTRIES.because("The archive has more than " + MAX_ENTRIES
                    + " entries, or their directory has more than " + MAX_BYTES
                    + " bytes. Export more users into one file: `--users-per-file`.");
        }
        if (size < 0 || position < 0 || position > end || position + size != end) {
            throw misplaced();
        }
        return this;
    }

    private static InputException misplaced() {
        return Refusal.MALFORMED_ARCHIVE.because("The directory of the archive is not where its end says");
    }
}
