// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/** The lines of a conversion as a body to send. Closing it closes the conversion. */
final class ConvertedStream extends InputStream {

    private final Conversion conversion;
    private final boolean withKind;
    private final Consumer<Problem> problems;
    private byte[] line = new byte[0];
    private int at;

    ConvertedStream(Conversion conversion, boolean withKind, Consumer<Problem> problems) {
        this.conversion = conversion;
        this.withKind = withKind;
        this.problems = problems;
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = 0;
        // To send each line by itself would cost more than to convert it.
        do {
            int part = Math.min(length - count, line.length - at);
            System.arraycopy(line, at, bytes, offset + count, part);
            at += part;
            count += part;
        } while (count < length && conversion.isReady() && fill());
        return count;
    }

    /** Whether there is a further byte. */
    private boolean fill() throws IOException {
        try {
            while (at == line.length && conversion.hasNext()) {
                Converted item = conversion.next();
                if (item instanceof Line next) {
                    byte[] record = withKind ? next.withKind() : next.record();
                    line = Arrays.copyOf(record, record.length + 1);
                    line[record.length] = '\n';
                    at = 0;
                } else if (item instanceof Problem problem) {
                    problems.accept(problem);
                }
            }
        } catch (ConversionFailure e) {
            throw e.getCause();
        }
        return at < line.length;
    }

    @Override
    public void close() {
        conversion.close();
    }
}
