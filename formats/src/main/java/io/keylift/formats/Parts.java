// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** The files of an input: itself, what gzip packed, or the entries of an archive. */
final class Parts {

    /** Bytes that may come out of any archive, however small it is. */
    private static final long ALWAYS = 64L << 20;

    /** Times that an archive may grow. Deflate makes at most 1032 of one; exports seldom 100. */
    private static final long GROWTH = 400;

    private Parts() {}

    interface Visitor {
        void part(String name, InputStream bytes) throws IOException;
    }

    static void visit(Input input, Visitor visitor) throws IOException {
        try (InputStream opened = input.open()) {
            Counted packed = new Counted(opened);
            unpack(input.name(), new BufferedInputStream(packed, 1 << 16), packed, true, visitor);
        } catch (ZipException e) {
            throw new FormatException("malformed_archive", input.name() + " is no sound archive: " + e.getMessage(), e);
        }
    }

    private static void unpack(String name, InputStream in, Counted packed, boolean archives, Visitor visitor)
            throws IOException {
        in.mark(4);
        byte[] magic = in.readNBytes(4);
        in.reset();
        if (magic.length >= 2 && magic[0] == 0x1f && (magic[1] & 0xff) == 0x8b) {
            visitor.part(name, new Unpacked(new GZIPInputStream(in, 1 << 16), packed, name));
        } else if (archives && magic.length == 4 && magic[0] == 'P' && magic[1] == 'K' && magic[2] == 3) {
            ZipInputStream zip = new ZipInputStream(in);
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String last = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                if (!entry.isDirectory()
                        && !last.startsWith(".")
                        && !entry.getName().startsWith("__MACOSX/")) {
                    String part = name + "!" + entry.getName();
                    InputStream bytes = new BufferedInputStream(new Unpacked(zip, packed, part), 1 << 16);
                    unpack(part, bytes, packed, false, visitor);
                }
            }
        } else {
            visitor.part(name, in);
        }
    }

    private static final class Counted extends FilterInputStream {

        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            count += Math.max(read, 0);
            return read;
        }
    }

    /** Ends when more comes out than any export would give. Closing it closes nothing. */
    private static final class Unpacked extends FilterInputStream {

        private final Counted packed;
        private final String name;
        private long count;

        Unpacked(InputStream in, Counted packed, String name) {
            super(in);
            this.packed = packed;
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            return read < 0 ? read : counted(1) > 0 ? read : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            return read < 0 ? read : counted(read);
        }

        private int counted(int read) throws FormatException {
            count += read;
            if (count > ALWAYS && count / GROWTH > packed.count) {
                throw new FormatException(
                        "archive_too_large",
                        name + " unpacks to more than " + GROWTH + " times its size. Unpack it and convert the file.");
            }
            return read;
        }

        @Override
        public void close() {
            // The archive goes on behind an entry.
        }
    }
}
