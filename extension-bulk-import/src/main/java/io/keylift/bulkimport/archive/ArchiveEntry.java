// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

/**
 * A file of an archive.
 *
 * @param name path in the archive, with slashes
 * @param deflated whether it is compressed; otherwise its bytes are stored as they are
 * @param checksum CRC-32 of its bytes
 * @param compressed number of bytes in the archive
 * @param size number of bytes of the file
 * @param header position of its local header
 * @param position position of its first byte in the archive
 */
public record ArchiveEntry(
        String name, boolean deflated, long checksum, long compressed, long size, long header, long position) {

    private static final int SHOWN = 100;

    boolean isDirectory() {
        return name.endsWith("/");
    }

    ArchiveEntry at(long data) {
        return new ArchiveEntry(name, deflated, checksum, compressed, size, header, data);
    }

    /** The name without its folders. */
    public String fileName() {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The name for a message: without control characters, and not too long. */
    public String shown() {
        return shown(name);
    }

    static String shown(String name) {
        String printable = name.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}`]", "?");
        return "`" + (printable.length() > SHOWN ? printable.substring(0, SHOWN) + "…" : printable) + "`";
    }
}
