// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.spool.EncryptedFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.List;

/** A ZIP archive in an encrypted temporary file, read by its central directory. Not thread-safe. */
public final class Archive implements Closeable {

    /** Code of an archive for which the node has no room. */
    public static final String TOO_LARGE = "document_too_large";

    private static final int BUFFER = 1 << 16;

    /** As for gzip, small entries may have any ratio: a few spaces compress well. */
    private static final long RATIO_FREE_BYTES = 16L << 20;

    private final SpoolSpace space;
    private final EncryptedFile file;
    private List<ArchiveEntry> entries;

    private Archive(SpoolSpace space) {
        this.space = space;
        file = new EncryptedFile(space, new SecureRandom());
    }

    /**
     * Stores a whole body and reads its directory.
     *
     * @param space space in which the archive is kept until it is closed
     * @throws InputException if the body is no archive, if the directory has an entry that is never accepted, or
     *     {@link #TOO_LARGE}
     */
    public static Archive of(InputStream body, SpoolSpace space) throws IOException {
        Archive archive = new Archive(space);
        try {
            archive.takeIn(body);
            archive.entries = new Directory(archive.file).files();
            return archive;
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    private void takeIn(InputStream body) throws IOException {
        byte[] block = new byte[BUFFER];
        for (int length = body.read(block); length >= 0; length = body.read(block)) {
            if (!append(block, length)) {
                throw tooLarge("The archive needs more");
            }
        }
    }

    private boolean append(byte[] block, int length) throws SpoolException {
        try {
            return file.append(block, length);
        } catch (IOException e) {
            throw new SpoolException(e);
        }
    }

    private InputException tooLarge(String what) {
        return new InputException(
                TOO_LARGE,
                what + " than the " + space.maxBytes() + " bytes that option `max-spool-bytes` leaves for it on this"
                        + " node. Raise the option, or send fewer files at a time.");
    }

    /** Files of the archive, without folders, in the order of the directory. */
    public List<ArchiveEntry> files() {
        return entries;
    }

    /**
     * Detects a decompression bomb before any of it is decompressed.
     *
     * @param wanted entries that will be read
     * @param maxRatio decompressed bytes for each compressed one, once 16 MiB are decompressed
     * @throws InputException if they are too large, or compressed too well
     */
    public void requireModest(List<ArchiveEntry> wanted, int maxRatio) throws InputException {
        long compressed = 0;
        long size = 0;
        for (ArchiveEntry entry : wanted) {
            compressed += entry.compressed();
            size += entry.size();
            if (size < 0 || size > space.maxBytes()) {
                throw tooLarge("With entry " + entry.shown() + ", the files of the archive decompress to more");
            }
            if (size > RATIO_FREE_BYTES && size / maxRatio > compressed) {
                throw Refusal.ARCHIVE_RATIO.of(
                        entry.name(),
                        "decompresses, with those before it, to more than " + maxRatio + " times the size");
            }
        }
    }

    /**
     * The bytes of an entry. They have been checked once the end of the stream is reached.
     *
     * @return to be closed by the caller; its reads throw an {@link InputException} if the entry is corrupt
     */
    public InputStream open(ArchiveEntry entry) {
        return new EntryStream(file, entry);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
