// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.spool.EncryptedFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The bytes of one entry, checked against the size and the checksum in the directory. */
final class EntryStream extends InputStream {

    private static final int BUFFER = 1 << 16;

    private final EncryptedFile archive;
    private final ArchiveEntry entry;
    private final Inflater inflater;
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER];
    private long taken;
    private long size;
    private boolean ended;

    EntryStream(EncryptedFile archive, ArchiveEntry entry) {
        this.archive = archive;
        this.entry = entry;
        inflater = entry.deflated() ? new Inflater(true) : null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = ended ? 0 : inflater == null ? copy(bytes, offset, length) : inflate(bytes, offset, length);
        checksum.update(bytes, offset, count);
        size += count;
        if (size > entry.size()) {
            throw corrupt("is longer than the directory says");
        }
        if (count == 0) {
            end();
            return -1;
        }
        return count;
    }

    private void end() throws InputException {
        if (ended) {
            return;
        }
        if (size < entry.size()) {
            throw corrupt("is shorter than the directory says");
        }
        if (inflater != null && inflater.getBytesRead() != entry.compressed()) {
            throw corrupt("has more compressed bytes than its data needs");
        }
        if (checksum.getValue() != entry.checksum()) {
            throw corrupt("has another checksum than the directory says");
        }
        ended = true;
    }

    private int copy(byte[] bytes, int offset, int length) throws IOException {
        int count = (int) Math.min(length, entry.compressed() - taken);
        if (count > 0) {
            archive.read(entry.position() + taken, bytes, offset, count);
            taken += count;
        }
        return count;
    }

    private int inflate(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = inflater.inflate(bytes, offset, length);
            while (count == 0 && !inflater.finished()) {
                int more = inflater.needsDictionary() ? 0 : copy(buffer, 0, buffer.length);
                if (more == 0) {
                    throw corrupt("has compressed data that ends early or is no deflate");
                }
                inflater.setInput(buffer, 0, more);
                count = inflater.inflate(bytes, offset, length);
            }
            return count;
        } catch (DataFormatException e) {
            throw corrupt("has compressed data that is no deflate");
        }
    }

    private InputException corrupt(String predicate) {
        return Refusal.CORRUPT_ENTRY.of(entry.name(), predicate);
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
        }
        ended = true;
    }
}
