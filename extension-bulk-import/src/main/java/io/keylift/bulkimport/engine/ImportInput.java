// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.RecordReader;
import io.keylift.bulkimport.job.Warning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The input of a run, cut into chunks. A chunk ends after a number of records, after a number of bytes or before a
 * record of another kind or with another policy, whichever comes first.
 *
 * <p>If the input turns out to be unreadable, the records before the fault are still returned, and the next call throws
 * the fault. If it breaks off because the client is gone, the chunk that was being read is dropped: the client sends it
 * again.
 */
public final class ImportInput extends ChunkInput {

    /** Size of an input whose Content-Length is unknown. */
    public static final long UNKNOWN_SIZE = -1;

    private final RecordReader reader;
    private final int maxRecords;
    private final int maxBytes;
    private final long totalBytes;
    private int number;
    private InputException fault;
    private boolean ended;
    private InputRecord held;
    private Chunk first;

    /**
     * @param maxRecords maximum number of records in a chunk
     * @param maxBytes number of bytes after which a chunk ends even if it has fewer records
     * @param totalBytes size of the input as sent, or {@link #UNKNOWN_SIZE}
     */
    public ImportInput(RecordReader reader, int maxRecords, int maxBytes, long totalBytes) {
        this.reader = reader;
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
        this.totalBytes = totalBytes;
    }

    /** Digest of the first chunk, which is read ahead for this; {@code null} if the input is empty. */
    public byte[] firstDigest() throws IOException {
        first = next();
        return first == null ? null : first.digest();
    }

    @Override
    Chunk next() throws IOException {
        if (first != null) {
            Chunk chunk = first;
            first = null;
            return chunk;
        }
        if (fault == null && !ended) {
            List<InputRecord> records = read();
            if (!records.isEmpty()) {
                return Chunk.ofInput(++number, records);
            }
        }
        if (fault != null) {
            throw fault;
        }
        return null;
    }

    private List<InputRecord> read() throws IOException {
        List<InputRecord> records = new ArrayList<>(Math.min(maxRecords, 1000));
        int bytes = 0;
        InputRecord before = null;
        try {
            while (records.size() < maxRecords && bytes < maxBytes) {
                InputRecord next = held == null ? reader.next() : held;
                held = null;
                if (next == null) {
                    ended = true;
                    break;
                }
                if (before != null && next.kind() != null && !Chunk.areAlike(before, next)) {
                    held = next;
                    break;
                }
                before = before == null && next.kind() != null ? next : before;
                records.add(next);
                bytes += next.json() == null ? 0 : next.json().length;
            }
        } catch (InputException e) {
            fault = e;
        }
        return records;
    }

    @Override
    double readShare() {
        return totalBytes <= 0 ? Double.NaN : Math.min(1, (double) reader.bytesRead() / totalBytes);
    }

    /** Names of the fields that the header of a CSV input describes, with the number of the first column of each. */
    public Map<String, Integer> fields() {
        return reader.fields();
    }

    @Override
    Fingerprint fingerprint() {
        return reader.fingerprint();
    }

    @Override
    List<Warning> warnings() {
        return reader.warnings().stream()
                .map(warning -> new Warning(warning.code(), warning.message()))
                .toList();
    }

    @Override
    boolean isComplete() {
        return ended;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
