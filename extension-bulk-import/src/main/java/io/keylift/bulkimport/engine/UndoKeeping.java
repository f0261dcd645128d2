// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.undo.ChunkImages;
import io.keylift.bulkimport.undo.KeptLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Keeps what is needed to undo the chunks of a job, in their own transactions.
 *
 * @param <R> class of a record
 */
final class UndoKeeping<R> {

    private static final JsonMapper JSON = new JsonMapper();

    private final ImportJob job;
    private final ImportKind<R, ?> kind;
    private final RecordParser<R> parser;
    private final Function<String, ImportKind<?, ?>> kindOf;
    private final long maxBytes;
    private final JsonPointer ownId;
    private final Map<Integer, Long> bytes = new HashMap<>();
    private long total = -1;

    /**
     * @param kindOf finds a kind by its id
     * @param maxBytes maximum number of bytes that the job may keep
     */
    UndoKeeping(
            ImportJob job,
            ImportKind<R, ?> kind,
            RecordParser<R> parser,
            Function<String, ImportKind<?, ?>> kindOf,
            long maxBytes) {
        this.job = job;
        this.kind = kind;
        this.parser = parser;
        this.kindOf = kindOf;
        this.maxBytes = maxBytes;
        boolean givesIds = !job.spec().isRemoval() && job.spec().ids() == IdMode.STRICT;
        ownId = kind.shape().givenIds().stream()
                .filter(pointer -> givesIds && pointer.lastIndexOf('/') == 0)
                .findFirst()
                .map(JsonPointer::compile)
                .orElse(null);
    }

    /**
     * Reads what the records of a chunk may change, before anything else is read.
     *
     * @param valid items of records of the chunk
     */
    ChunkImages before(ChunkContext context, Chunk chunk, List<? extends Item<?>> valid) {
        Map<Long, Item<?>> open = new HashMap<>();
        valid.forEach(item -> open.put(item.line(), item));
        List<ChunkImages.Sent<R>> sent = new ArrayList<>(open.size());
        chunk.records().forEach(input -> {
            Item<?> item = open.get(input.line());
            if (item != null) {
                String id = ownId == null ? null : id(input.json());
                sent.add(new ChunkImages.Sent<>(parser.parse(input).record(), item, id));
            }
        });
        return ChunkImages.before(context, kind, sent, job.spec().isRemoval(), kindOf);
    }

    /** Called once the records are resolved. Rejects removals that an undo could not give back. */
    void resolved(ChunkImages images, ChunkContext context) {
        if (job.spec().isRemoval()) {
            images.rejectTied(context);
        }
    }

    private String id(byte[] json) {
        try {
            JsonNode id = JSON.readTree(json).at(ownId);
            return id.isTextual() ? id.textValue() : null;
        } catch (IOException e) {
            throw new IllegalStateException("A valid record is JSON", e);
        }
    }

    /**
     * Stores what the chunk has changed.
     *
     * @throws UndoFullException if the job would keep too much
     */
    void keep(ChunkImages images, ChunkContext context, JobLedger ledger, Chunk chunk) {
        List<byte[]> parts = KeptLines.write(images.after(context));
        reserve(
                ledger,
                chunk.number(),
                parts.stream().mapToLong(part -> part.length).sum());
        ledger.keepUndo(job.uid(), chunk.number(), parts);
    }

    /** Counts the bytes of chunks in flight, too; an attempt at a chunk replaces the one before. */
    private synchronized void reserve(JobLedger ledger, int chunk, long size) {
        if (total < 0) {
            total = ledger.undoBytes(job.uid());
        }
        long others = total - bytes.getOrDefault(chunk, 0L);
        if (others + size > maxBytes) {
            throw new UndoFullException(maxBytes);
        }
        total = others + size;
        bytes.put(chunk, size);
    }
}
