// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import io.keylift.bulkimport.input.InputException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads a header of the directory, and decides whether such an entry may be in an archive. */
final class EntryHeader {

    private static final int SIGNATURE = 0x02014b50;
    private static final int ENCRYPTED = 1 | 1 << 6 | 1 << 13;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;
    private static final int LARGE_EXTRA = 1;
    private static final long IN_EXTRA = 0xffffffffL;

    /** Type of a file, in the mode of Unix. Other systems leave it 0. */
    private static final int TYPE = 0170000;

    private static final int REGULAR = 0100000;
    private static final int FOLDER = 0040000;

    private static final Pattern UNSAFE = Pattern.compile("/.*|[A-Za-z]:.*|(?:.*/)?\\.\\.(?:/.*)?", Pattern.DOTALL);

    private EntryHeader() {}

    static ArchiveEntry read(ByteBuffer directory) throws InputException {
        try {
            if (directory.getInt() != SIGNATURE) {
                throw malformed();
            }
            return readFields(directory);
        } catch (BufferUnderflowException e) {
            throw malformed();
        }
    }

    private static InputException malformed() {
        return Refusal.MALFORMED_ARCHIVE.because("The directory of the archive has a header that is none");
    }

    private static ArchiveEntry readFields(ByteBuffer directory) throws InputException {
        directory.getInt(); // versions
        int flags = directory.getShort();
        int method = directory.getShort();
        directory.getInt(); // time and date
        long checksum = unsigned(directory);
        long compressed = unsigned(directory);
        long size = unsigned(directory);
        byte[] name = new byte[directory.getShort() & 0xffff];
        byte[] extra = new byte[directory.getShort() & 0xffff];
        byte[] comment = new byte[directory.getShort() & 0xffff];
        int disk = directory.getShort() & 0xffff;
        directory.getShort(); // whether it is text
        int attributes = directory.getInt();
        long header = unsigned(directory);
        directory.get(name).get(extra).get(comment);

        String path = path(name);
        if (size == IN_EXTRA || compressed == IN_EXTRA || header == IN_EXTRA) {
            ByteBuffer large = large(extra, directory, path);
            size = size == IN_EXTRA ? large.getLong() : size;
            compressed = compressed == IN_EXTRA ? large.getLong() : compressed;
            header = header == IN_EXTRA ? large.getLong() : header;
        }
        ArchiveEntry entry = new ArchiveEntry(path, method == DEFLATED, checksum, compressed, size, header, 0);
        requireSafe(path, attributes >>> 16);
        if ((flags & ENCRYPTED) != 0) {
            throw Refusal.UNSUPPORTED_ENTRY.of(path, "is encrypted. Make the archive without a password");
        }
        if (method != STORED && method != DEFLATED) {
            throw Refusal.UNSUPPORTED_ENTRY.of(
                    path,
                    "has compression method " + (method & 0xffff) + ". Only stored and deflated entries are read");
        }
        if (size < 0 || compressed < 0 || header < 0 || disk != 0 || method == STORED && size != compressed) {
            throw Refusal.MALFORMED_ARCHIVE.of(path, "has sizes or a position that cannot be");
        }
        return entry;
    }

    private static long unsigned(ByteBuffer bytes) {
        return bytes.getInt() & IN_EXTRA;
    }

    /** The field with the numbers that are too large for the header. */
    private static ByteBuffer large(byte[] extra, ByteBuffer directory, String path) throws InputException {
        ByteBuffer fields = ByteBuffer.wrap(extra).order(directory.order());
        while (fields.remaining() >= 2 * Short.BYTES) {
            int id = fields.getShort();
            int length = fields.getShort() & 0xffff;
            if (length > fields.remaining()) {
                break;
            }
            if (id == LARGE_EXTRA) {
                return fields.slice(fields.position(), length).order(directory.order());
            }
            fields.position(fields.position() + length);
        }
        throw Refusal.MALFORMED_ARCHIVE.of(path, "has no Zip64 field for its sizes");
    }

    /** Windows has long written backslashes. Names without the flag of UTF-8 are mostly UTF-8 or ASCII, too. */
    private static String path(byte[] name) {
        String path;
        try {
            path = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            path = new String(name, StandardCharsets.ISO_8859_1);
        }
        return path.replace('\\', '/');
    }

    private static void requireSafe(String name, int mode) throws InputException {
        if (name.isEmpty()
                || name.codePoints().anyMatch(Character::isISOControl)
                || UNSAFE.matcher(name).matches()) {
            throw Refusal.UNSAFE_ENTRY.of(name, "has a name that is no relative path within it");
        }
        int type = mode & TYPE;
        if (type != 0 && type != REGULAR && type != FOLDER) {
            throw Refusal.UNSAFE_ENTRY.of(name, "is a symbolic link or another special file");
        }
    }

    /** Whether the local header belongs to this entry. */
    static boolean agrees(ArchiveEntry entry, ByteBuffer local, byte[] name) {
        return (local.getShort(6) & ENCRYPTED) == 0
                && local.getShort(8) == (entry.deflated() ? DEFLATED : STORED)
                && path(name).equals(entry.name());
    }
}
