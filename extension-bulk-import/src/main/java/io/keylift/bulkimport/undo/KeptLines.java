// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Kept objects as they are stored: compressed lines of JSON, in parts. */
public final class KeptLines {

    /** Size of a part before compression at which the next one begins, well below the limits of databases for a row. */
    static final int PART_BYTES = 4 << 20;

    private static final ObjectWriter WRITER = new JsonMapper().writerFor(KeptObject.class);

    private KeptLines() {}

    /** The parts of the data that a chunk keeps; none if it keeps nothing. */
    public static List<byte[]> write(List<KeptObject> objects) {
        List<byte[]> parts = new ArrayList<>(1);
        try {
            int next = 0;
            while (next < objects.size()) {
                ByteArrayOutputStream part = new ByteArrayOutputStream();
                try (GZIPOutputStream lines = quick(part)) {
                    int bytes = 0;
                    while (next < objects.size() && bytes < PART_BYTES) {
                        byte[] line = WRITER.writeValueAsBytes(objects.get(next++));
                        lines.write(line);
                        lines.write('\n');
                        bytes += line.length + 1;
                    }
                }
                parts.add(part.toByteArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory cannot fail", e);
        }
        return parts;
    }

    /** Each chunk of a job writes such data, and few jobs are undone, so speed counts more than size. */
    private static GZIPOutputStream quick(OutputStream part) throws IOException {
        return new GZIPOutputStream(part) {
            {
                def.setLevel(Deflater.BEST_SPEED);
            }
        };
    }

    /** One part of all objects, which are some of those of another part. */
    static byte[] writePart(List<KeptObject> objects) {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        try (GZIPOutputStream lines = quick(part)) {
            for (KeptObject object : objects) {
                lines.write(WRITER.writeValueAsBytes(object));
                lines.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory cannot fail", e);
        }
        return part.toByteArray();
    }

    /** The lines of a part, each the JSON of a {@link KeptObject}. */
    public static List<byte[]> read(byte[] part) {
        List<byte[]> lines = new ArrayList<>();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(part))) {
            byte[] all = in.readAllBytes();
            int begin = 0;
            for (int i = 0; i < all.length; i++) {
                if (all[i] == '\n') {
                    byte[] line = new byte[i - begin];
                    System.arraycopy(all, begin, line, 0, line.length);
                    lines.add(line);
                    begin = i + 1;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("What a job has kept cannot be read", e);
        }
        return lines;
    }
}
