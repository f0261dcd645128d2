// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.caller.RealmAdmins;
import io.keylift.bulkimport.hanging.ReturnedRows;
import io.keylift.bulkimport.hanging.RowGrants;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.grants.Grants;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.undo.Undo.Kept;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The rows that went with removed objects of one kind. A chunk of an undo can give back those of several chunks. */
final class KindRows {

    private final RecordSource<?> source;
    private final List<ReturnedRows> chunks = new ArrayList<>();

    private KindRows(RecordSource<?> source) {
        this.source = source;
    }

    /** @param restored objects to give back */
    static KindRows of(ImportContext context, RecordSource<?> source, List<Item<Kept>> restored) {
        KindRows rows = new KindRows(source);
        Map<Integer, Map<Long, ObjectRow>> byChunk = new LinkedHashMap<>();
        List<ObjectRow> made = new ArrayList<>();
        for (Item<Kept> item : restored) {
            KeptObject object = item.record().object();
            if (object.rows() != null) {
                ObjectRow row = source.row(object.id());
                byChunk.computeIfAbsent(object.rows(), any -> new LinkedHashMap<>())
                        .put(object.line(), row);
                made.add(row);
            }
        }
        RowGrants grants = grants(context, source.addsRow() ? made : List.of());
        String uid = context.spec().undoes().uid();
        byChunk.forEach((chunk, objects) -> {
            Iterable<byte[]> parts = () -> new Parts(part -> context.notes().keptRows(uid, chunk, part));
            rows.chunks.add(new ReturnedRows(context, objects, parts, grants));
        });
        return rows;
    }

    /** @param made rows of the objects that the caller imports */
    private static RowGrants grants(ImportContext context, List<ObjectRow> made) {
        return RealmAdmins.isUnrestricted(context.permissions()) ? RowGrants.all() : new Grants(context, made)::refused;
    }

    /** Called before the objects are added. */
    void begin() {
        chunks.forEach(source.addsRow() ? ReturnedRows::begin : ReturnedRows::writeMissing);
    }

    /** @param added objects that were added */
    void write(List<Item<Kept>> added) {
        Set<Long> lines =
                added.stream().map(item -> item.record().object().line()).collect(Collectors.toSet());
        chunks.forEach(chunk -> chunk.write(lines));
    }

    /** Warns of each object whose rows were not all given back. */
    void warn(List<Item<Kept>> added) {
        Map<Long, String> messages = new HashMap<>();
        chunks.forEach(chunk -> messages.putAll(chunk.notReturned()));
        added.forEach(item -> {
            String message = messages.get(item.record().object().line());
            if (message != null) {
                item.warn(new Warning(Warning.ROWS_NOT_RESTORED, message));
            }
        });
    }

    /** Reads one part after the other. */
    private static final class Parts implements Iterator<byte[]> {

        private final IntFunction<Optional<byte[]>> source;
        private int number;
        private Optional<byte[]> next;

        Parts(IntFunction<Optional<byte[]>> source) {
            this.source = source;
            next = source.apply(0);
        }

        @Override
        public boolean hasNext() {
            return next.isPresent();
        }

        @Override
        public byte[] next() {
            byte[] part = next.orElseThrow(NoSuchElementException::new);
            next = source.apply(++number);
            return part;
        }
    }
}
