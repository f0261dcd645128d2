// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ChangedObjects;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the objects of a kind in the form of the export, whole or some of their fields.
 *
 * @param <R> class of a record
 */
final class Images<R> {

    private final ImportKind<R, ?> kind;
    private final RecordSource<R> source;
    private final JsonMapper writer;
    private final ObjectReader reader;
    private final Selection selection;

    private Images(ImportKind<R, ?> kind, Set<String> fields) {
        this.kind = kind;
        source = kind.source();
        selection = new Selection(Map.of(), fields, fields.isEmpty() && source.hasSecrets(), true);
        writer = RecordWriters.mapper(kind, fields);
        reader = RecordJson.mapper(new JsonFactory()).readerFor(kind.info().recordType());
    }

    /** The images of a run by kind and fields: making one costs more than reading an object. */
    private static final class OfRun {
        private final Map<List<Object>, Images<?>> all = new ConcurrentHashMap<>();
    }

    @SuppressWarnings("unchecked") // of this kind
    private static <R> Images<R> of(ImportContext context, ImportKind<R, ?> kind, Set<String> fields) {
        return (Images<R>) context.shared(OfRun.class, OfRun::new)
                .all
                .computeIfAbsent(List.of(kind.getId(), fields), any -> new Images<>(kind, fields));
    }

    /** Whole objects of a kind. */
    static <R> Images<R> of(ImportContext context, ImportKind<R, ?> kind) {
        return of(context, kind, Set.of());
    }

    /** Images of the objects that records of another kind can change. */
    static <T> Images<T> of(ImportContext context, ChangedObjects<?, T> changes) {
        return of(context, changes.kind(), changes.fields());
    }

    /** Images of the objects that a job of a kind changes, as an undo restores them. */
    static Images<?> ofJob(ImportKind<?, ?> kind) {
        ChangedObjects<?, ?> changes = kind.changes();
        return changes == null ? new Images<>(kind, Set.of()) : new Images<>(changes.kind(), changes.fields());
    }

    /** Whether the objects are read whole. Others are neither added nor removed. */
    boolean areWhole() {
        return selection.fields().isEmpty();
    }

    RecordSource<R> source() {
        return source;
    }

    ImportKind<R, ?> kind() {
        return kind;
    }

    /** The objects that exist, by id. */
    Map<String, Image> load(ExportContext context, Collection<String> ids) {
        Map<String, Image> images = new HashMap<>();
        if (!ids.isEmpty()) {
            source.load(context, selection, ids).forEach((id, record) -> {
                if (!source.isNothing(record)) {
                    images.put(id, new Image(writer, record));
                }
            });
        }
        return images;
    }

    /** The ids of the objects that these records name, as {@link RecordSource#find} returns them. */
    List<String> find(ExportContext context, List<R> records) {
        return source.find(context, records);
    }

    /** The row that is locked before the object is changed or removed; {@code null} for none. */
    RowReference row(String id) {
        RemovalTarget target = source.target(id);
        return target == null ? source.row(id) : target.row();
    }

    /** Whether the outcomes of records of the kind name these objects. */
    boolean areNamedByOutcomes() {
        return areWhole() && source.isNamedByOutcomes();
    }

    boolean loseReferrers() {
        return source.losesReferrers();
    }

    boolean referToEachOther() {
        return source.referToEachOther();
    }

    Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return ids.isEmpty() ? Map.of() : source.referrerCounts(context, ids);
    }

    R read(JsonNode image) {
        try {
            return reader.readValue(image);
        } catch (IOException e) {
            throw new IllegalStateException("A record of kind " + kind.getId() + " cannot be read back", e);
        }
    }
}
