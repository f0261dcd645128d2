// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.undo.KeptLines;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The stored objects of a job as the input of its undo: one chunk for each part, from the last chunk that the job
 * committed to the first. If the job has several kinds, all records of a chunk are of one kind. Records are numbered
 * from 1, so that the same rows always make the same chunks.
 */
public final class UndoInput extends ChunkInput {

    private final Ledger ledger;
    private final String uid;
    private final MessageDigest digest;
    private List<UndoPart> parts;
    private int next;
    private long line;
    private long bytes;
    private Fingerprint read;

    /** Reads the ledger in a transaction of its own. */
    @FunctionalInterface
    public interface Ledger {
        <T> T read(Function<JobLedger, T> work);
    }

    /** @param uid of the job that is undone */
    public UndoInput(Ledger ledger, String uid) {
        this.ledger = ledger;
        this.uid = uid;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    @Override
    Chunk next() throws IOException {
        if (parts == null) {
            parts = ledger.read(own -> own.undoParts(uid));
        }
        if (next == parts.size()) {
            return null;
        }
        UndoPart part = parts.get(next);
        byte[] content = ledger.read(own -> own.undoPart(uid, part))
                .orElseThrow(() -> new IOException("A part of what the job has kept is gone"));
        List<InputRecord> records = new ArrayList<>();
        for (byte[] json : KeptLines.read(content)) {
            digest.update(json);
            digest.update((byte) '\n');
            bytes += json.length + 1;
            InputRecord record = InputRecord.of(++line, json);
            records.add(part.kind() == null ? record : record.ofKind(part.kind(), json));
        }
        return Chunk.ofUndo(++next, records, part);
    }

    @Override
    double readShare() {
        return parts == null || parts.isEmpty() ? Double.NaN : (double) next / parts.size();
    }

    @Override
    Fingerprint fingerprint() {
        if (read == null) {
            read = new Fingerprint(HexFormat.of().formatHex(digest.digest()), bytes); // the run has ended
        }
        return read;
    }

    @Override
    boolean isComplete() {
        return parts != null && next == parts.size();
    }
}
