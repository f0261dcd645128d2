// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.undo.ChunkImages;
import io.keylift.bulkimport.undo.KeptLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps the data that an undo of a job needs, in the transactions of the job's chunks.
 *
 * @param <R> class of a record
 */
final class UndoKeeping<R> {

    private static final JsonFactory JSON = new JsonFactory();

    /** More than a chunk has records. */
    private static final long UNNUMBERED = 1_000_000;

    private final ImportKind<R, ?> kind;
    private final Class<R> type;
    private final boolean isRemoval;
    private final Function<String, ImportKind<?, ?>> kindOf;
    private final UndoBytes bytes;

    /** Field with the id that a record gives to its object; {@code null} for none. */
    private final String ownId;

    /**
     * @param isRemoval whether the chunks remove objects, such as the last chunks of a mirror
     * @param kindOf finds a kind by its id
     * @param bytes of all chunks of the job
     */
    UndoKeeping(
            JobSpec spec,
            ImportKind<R, ?> kind,
            boolean isRemoval,
            Function<String, ImportKind<?, ?>> kindOf,
            UndoBytes bytes) {
        this.kind = kind;
        type = kind.info().recordType();
        this.isRemoval = isRemoval;
        this.kindOf = kindOf;
        this.bytes = bytes;
        boolean givesIds = !isRemoval && spec.ids() == IdMode.STRICT;
        ownId = kind.shape().givenIds().stream()
                .filter(pointer -> givesIds && pointer.lastIndexOf('/') == 0)
                .findFirst()
                .map(pointer -> pointer.substring(1))
                .orElse(null);
    }

    /** Before-images of one attempt at a chunk; none by default. */
    interface Kept {

        static Kept nothing() {
            return new Kept() {};
        }

        /** Called once the records are resolved. Reads what the chunk is about to remove or to change. */
        default void resolved() {}

        /**
         * Called once the records are written. Stores the objects that the chunk has changed.
         *
         * @throws UndoFullException if the job would keep too much
         */
        default void written() {}
    }

    /**
     * Reads the objects that the records of a chunk may change. Called before anything is resolved: a writer may change
     * entities as soon as it has planned its writes.
     */
    Kept begin(ChunkContext context, JobLedger ledger, ChunkWork<?> work) {
        ChunkImages images = before(context, work.chunk(), work.items());
        return new Kept() {
            @Override
            public void resolved() {
                if (isRemoval) {
                    images.beforeRemoval(context);
                } else {
                    images.beforeChange(context);
                }
            }

            @Override
            public void written() {
                keep(images, context, ledger, work.chunk());
            }
        };
    }

    /** The ids that the records of a chunk give, by their place. No attempt changes them. */
    private static final class GivenIds {
        private final Map<Integer, Optional<String>> byPlace = new ConcurrentHashMap<>();
    }

    private ChunkImages before(ChunkContext context, Chunk chunk, List<? extends Item<?>> items) {
        Map<Integer, Optional<String>> ids = context.ofChunk(GivenIds.class, GivenIds::new).byPlace;
        List<ChunkImages.Sent<R>> sent = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Item<?> item = items.get(i);
            if (!item.isRejected()) {
                InputRecord input = chunk.records().get(i);
                Optional<String> id = ids.computeIfAbsent(i, any -> ownId(input.json()));
                sent.add(new ChunkImages.Sent<>(type.cast(item.sent()), item, line(chunk, i), id.orElse(null)));
            }
        }
        return ChunkImages.before(context, kind, sent, isRemoval, kindOf);
    }

    /** An object that a mirror removes has no line in the input. */
    private static long line(Chunk chunk, int index) {
        return chunk.pass() == Chunk.Pass.EXTRA
                ? chunk.number() * UNNUMBERED + index
                : chunk.records().get(index).line();
    }

    private Optional<String> ownId(byte[] json) {
        if (ownId == null) {
            return Optional.empty();
        }
        try (JsonParser record = JSON.createParser(json)) {
            record.nextToken();
            for (String field = record.nextFieldName(); field != null; field = record.nextFieldName()) {
                JsonToken value = record.nextToken();
                if (field.equals(ownId)) {
                    return value == JsonToken.VALUE_STRING ? Optional.of(record.getText()) : Optional.empty();
                }
                record.skipChildren();
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("A valid record is JSON", e);
        }
    }

    private void keep(ChunkImages images, ChunkContext context, JobLedger ledger, Chunk chunk) {
        List<byte[]> parts = KeptLines.write(images.after(context, chunk.number()));
        List<byte[]> rows = images.rows();
        bytes.reserve(
                ledger,
                chunk.number(),
                Stream.of(parts, rows)
                        .flatMap(List::stream)
                        .mapToLong(part -> part.length)
                        .sum());
        ledger.keepUndo(bytes.uid(), chunk.number(), parts, rows);
    }
}
