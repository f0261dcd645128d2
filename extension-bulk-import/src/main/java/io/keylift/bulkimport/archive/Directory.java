// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.spool.EncryptedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The central directory of an archive, by PKWARE's APPNOTE 6.3.10, with Zip64. It must have the position and the number
 * of entries that its end states, and the data of entries must not overlap.
 */
final class Directory {

    private static final int LOCAL_SIGNATURE = 0x04034b50;
    private static final int LOCAL_BYTES = 30;
    private static final int MAX_NAME_BYTES = 0xffff;

    private final EncryptedFile archive;

    Directory(EncryptedFile archive) {
        this.archive = archive;
    }

    /** Its entries without folders, in its own order. */
    List<ArchiveEntry> files() throws IOException {
        DirectoryEnd end = DirectoryEnd.of(archive);
        ByteBuffer directory = bytes(archive, end.position(), end.size());
        List<ArchiveEntry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (long i = 0; i < end.entries(); i++) {
            ArchiveEntry entry = EntryHeader.read(directory);
            if (!names.add(entry.name())) {
                throw Refusal.DUPLICATE_ENTRY.of(entry.name(), "is in it twice");
            }
            entries.add(entry);
        }
        if (directory.hasRemaining()) {
            throw Refusal.MALFORMED_ARCHIVE.because("The directory of the archive is longer than its entries");
        }
        return located(entries, end.position());
    }

    static ByteBuffer bytes(EncryptedFile archive, long position, long length) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(length)];
        archive.read(position, bytes, 0, bytes.length);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** @param limit position at which the data of entries must end */
    private List<ArchiveEntry> located(List<ArchiveEntry> entries, long limit) throws IOException {
        List<ArchiveEntry> byPosition = new ArrayList<>(entries);
        byPosition.sort(Comparator.comparingLong(ArchiveEntry::header));
        for (int i = 0; i < byPosition.size(); i++) {
            long next = i + 1 < byPosition.size() ? byPosition.get(i + 1).header() : limit;
            byPosition.set(i, located(byPosition.get(i), next));
        }
        return byPosition.stream().filter(entry -> !entry.isDirectory()).toList();
    }

    private ArchiveEntry located(ArchiveEntry entry, long limit) throws IOException {
        long room = limit - entry.header() - LOCAL_BYTES;
        if (room < 0) {
            throw overlapping(entry);
        }
        ByteBuffer header = bytes(archive, entry.header(), LOCAL_BYTES);
        if (header.getInt(0) != LOCAL_SIGNATURE) {
            throw Refusal.MALFORMED_ARCHIVE.of(entry.name(), "is not where the directory says");
        }
        int nameBytes = header.getShort(26) & MAX_NAME_BYTES;
        int extraBytes = header.getShort(28) & MAX_NAME_BYTES;
        if (room - nameBytes - extraBytes < entry.compressed()) {
            throw overlapping(entry);
        }
        ByteBuffer name = bytes(archive, entry.header() + LOCAL_BYTES, nameBytes);
        if (!EntryHeader.agrees(entry, header, name.array())) {
            throw Refusal.MALFORMED_ARCHIVE.of(entry.name(), "has another name or method there than in the directory");
        }
        return entry.at(entry.header() + LOCAL_BYTES + nameBytes + extraBytes);
    }

    private static InputException overlapping(ArchiveEntry entry) {
        return Refusal.MALFORMED_ARCHIVE.of(entry.name(), "overlaps with another entry or with the directory");
    }
}
