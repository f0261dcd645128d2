// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.util.Arrays;

/** One record per line. A line that is entirely in the source's buffer, as most are, is copied once. */
final class NdjsonSplitter implements Splitter {

    private final ByteSource source;
    private final int maxRecordBytes;
    private final RecordBuffer buffer;
    private long line;

    NdjsonSplitter(ByteSource source, InputLimits limits) {
        this.source = source;
        this.maxRecordBytes = limits.maxRecordBytes();
        this.buffer = new RecordBuffer(limits);
    }

    @Override
    public InputRecord next() throws IOException {
        while (source.hasMore()) {
            line++;
            InputRecord record = readLine();
            if (record != null) {
                return record;
            }
        }
        return null;
    }

    private InputRecord readLine() throws IOException {
        buffer.clear();
        do {
            int from = source.position;
            int to = lineEnd(source.bytes, from, source.end);
            boolean ends = to < source.end;
            source.position = ends ? to + 1 : to;
            if (ends && buffer.isEmpty() && to - from <= maxRecordBytes) {
                int last = to > from && source.bytes[to - 1] == '\r' ? to - 1 : to;
                return record(source.bytes, from, last);
            }
            buffer.append(source.bytes, from, to);
            if (ends) {
                break;
            }
        } while (source.hasMore());
        buffer.trimCarriageReturn();
        return buffer.isTooLong()
                ? InputRecord.tooLong(line, maxRecordBytes)
                : record(buffer.bytes(), 0, buffer.length());
    }

    private InputRecord record(byte[] bytes, int from, int to) {
        return ByteSource.isBlank(bytes, from, to) || ExportLines.isOne(bytes, from, to)
                ? null
                : InputRecord.of(line, Arrays.copyOfRange(bytes, from, to));
    }

    private static int lineEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }
}
