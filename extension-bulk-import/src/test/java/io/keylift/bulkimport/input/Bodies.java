// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.function.Executable;

/** Bodies to read and a short way to say what came out of them. */
final class Bodies {

    static final InputLimits LIMITS = new InputLimits(1 << 20, 200, 10 << 20);

    private Bodies() {}

    static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static List<String> outcomes(InputFormat format, String body) throws IOException {
        return outcomes(format, body(body), false, LIMITS);
    }

    static List<String> outcomes(InputFormat format, String body, InputLimits limits) throws IOException {
        return outcomes(format, body(body), false, limits);
    }

    /** {@code 1:json} a record, {@code 1!code} a fault; {@code !code} if the input could not be read on. */
    static List<String> outcomes(InputFormat format, InputStream body, boolean gzip, InputLimits limits)
            throws IOException {
        List<String> outcomes = new ArrayList<>();
        try (RecordReader reader = format.open(body, gzip, limits)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                outcomes.add(outcome(record));
            }
        } catch (InputException e) {
            outcomes.add("!" + e.code());
        }
        return outcomes;
    }

    static String outcome(InputRecord record) {
        if ((record.json() == null) == (record.fault() == null)) {
            throw new AssertionError("neither or both: " + record);
        }
        return record.fault() == null
                ? record.line() + ":" + new String(record.json(), StandardCharsets.UTF_8)
                : record.line() + "!" + record.fault().code();
    }

    static byte[] gzip(String text) {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Gives a few bytes at a time, as a network may; never says that more are available. */
    static InputStream dribbling(byte[] bytes, Random random, int most) {
        return new InputStream() {
            private int position;

            @Override
            public int read() {
                return position < bytes.length ? bytes[position++] & 0xff : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (position == bytes.length) {
                    return -1;
                }
                int count = Math.min(Math.min(length, bytes.length - position), random.nextInt(most + 1));
                System.arraycopy(bytes, position, into, offset, count);
                position += count;
                return count;
            }
        };
    }

    /** Starts with {@code start} and then repeats {@code again}, {@code most} bytes in all, made as they are read. */
    static InputStream repeating(String start, String again, long most) {
        byte[] first = start.getBytes(StandardCharsets.UTF_8);
        byte[] tile = again.getBytes(StandardCharsets.UTF_8);
        byte[] rest = again.repeat(1 + (1 << 16) / tile.length).getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            private long position;

            @Override
            public int read() {
                throw new AssertionError("one byte at a time");
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                boolean atFirst = position < first.length;
                int from = (int) (atFirst ? position : (position - first.length) % tile.length);
                byte[] source = atFirst ? first : rest;
                int count = (int) Math.min(most - position, Math.min(length, source.length - from));
                System.arraycopy(source, from, into, offset, count);
                position += count;
                return count == 0 ? -1 : count;
            }
        };
    }

    /** The bytes that this thread allocates while it does something: what a reader stores must be among them. */
    static long allocatedBy(Executable action) throws Throwable {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        action.execute();
        return thread.getCurrentThreadAllocatedBytes() - before;
    }

    /** Gives {@code start} and then fails as a body whose client has gone. */
    static InputStream breaking(byte[] start, IOException failure) {
        ByteArrayInputStream before = new ByteArrayInputStream(start);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new AssertionError("one byte at a time");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = before.read(into, offset, length);
                if (count < 0) {
                    throw failure;
                }
                return count;
            }
        };
    }
}
