// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.caller.RealmAdmins;
import io.keylift.bulkimport.dependents.LeftRows;
import io.keylift.bulkimport.dependents.ReturnedRows;
import io.keylift.bulkimport.dependents.RowGrants;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.shared.grants.Grants;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.FormerRows;
import io.keylift.bulkimport.undo.Undo.Kept;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows that went with removed objects of one kind. A chunk of an undo can give back those of several chunks. */
final class KindRows {

    private final RecordSource<?> source;
    private final List<ReturnedRows> chunks = new ArrayList<>();

    private KindRows(RecordSource<?> source) {
        this.source = source;
    }

    /**
     * @param restored objects to give back
     * @param others objects that are back, but not all of their rows
     */
    static KindRows of(
            ImportContext context, RecordSource<?> source, List<Item<Kept>> restored, List<Item<Kept>> others) {
        KindRows rows = new KindRows(source);
        Map<Place, Map<Long, RowReference>> byPlace = new LinkedHashMap<>();
        List<RowReference> made = new ArrayList<>();
        for (Item<Kept> item : restored) {
            KeptObject object = item.record().object();
            if (object.rows() != null) {
                RowReference row = source.row(object.id());
                byPlace.computeIfAbsent(Place.of(object), any -> new LinkedHashMap<>())
                        .put(object.line(), row);
                made.add(row);
            }
        }
        for (Item<Kept> item : others) {
            KeptObject object = item.record().object();
            byPlace.computeIfAbsent(Place.of(object), any -> new LinkedHashMap<>())
                    .put(object.line(), source.row(object.id()));
        }
        RowGrants grants = grants(context, source.addsRow() ? made : List.of());
        byPlace.forEach(
                (place, objects) -> rows.chunks.add(new ReturnedRows(context, objects, place.parts(context), grants)));
        return rows;
    }

    /** Where the rows are that went with objects, with the lines of these. */
    static Map<Set<Long>, Iterable<byte[]>> partsOf(ImportContext context, List<KeptObject> objects) {
        Map<Place, Set<Long>> byPlace = new LinkedHashMap<>();
        objects.forEach(object -> byPlace.computeIfAbsent(Place.of(object), any -> new HashSet<>())
                .add(object.line()));
        Map<Set<Long>, Iterable<byte[]>> parts = new LinkedHashMap<>();
        byPlace.forEach((place, lines) -> parts.put(lines, place.parts(context)));
        return parts;
    }

    /** Where rows are that went with objects: a chunk of the job, and the first part there. */
    private record Place(int chunk, int from) {

        private static Place of(KeptObject object) {
            return new Place(object.rows(), object.from() == null ? 0 : object.from());
        }

        private Iterable<byte[]> parts(ImportContext context) {
            String uid = context.spec().undoes().uid();
            return new KeptParts(part -> context.notes().keptRows(uid, chunk, from + part));
        }
    }

    /** @param made rows of the objects that the caller imports */
    private static RowGrants grants(ImportContext context, List<RowReference> made) {
        return RealmAdmins.isUnrestricted(context.permissions()) ? RowGrants.all() : new Grants(context, made)::refused;
    }

    /** Called before the objects are added. */
    void begin(ImportContext context) {
        forgetFormer(context); // those of an earlier attempt
        chunks.forEach(source.addsRow() ? ReturnedRows::begin : ReturnedRows::writeMissing);
    }

    private static void forgetFormer(ImportContext context) {
        context.ofChunk(FormerRows.class, FormerRows::new).clear();
    }

    /** @param added objects that were added */
    void write(ImportContext context, List<Item<Kept>> added) {
        forgetFormer(context);
        Set<Long> lines =
                added.stream().map(item -> item.record().object().line()).collect(Collectors.toSet());
        chunks.forEach(chunk -> chunk.write(lines));
    }

    /** Warns of each object whose rows were not all given back. */
    void warn(List<Item<Kept>> added) {
        Map<Long, String> messages = messages();
        added.forEach(item -> {
            String message = messages.get(item.record().object().line());
            if (message != null) {
                item.warn(new Warning(Warning.ROWS_NOT_RESTORED, message));
            }
        });
    }

    private Map<Long, String> messages() {
        Map<Long, String> messages = new HashMap<>();
        chunks.forEach(chunk -> messages.putAll(chunk.notReturned()));
        return messages;
    }

    /** Sets the outcomes of objects that were there. A reject says why no row was given back. */
    void settle(List<Item<Kept>> others) {
        warn(others);
        Map<Long, String> messages = messages();
        for (Item<Kept> item : others) {
            KeptObject object = item.record().object();
            String message = messages.get(object.line());
            if (chunks.stream().anyMatch(chunk -> chunk.hasReturned(object.line()))) {
                item.done(Outcome.ADDED, object.id());
            } else if (message == null) {
                item.done(Outcome.SKIPPED, object.id());
            } else {
                item.reject(code(object.line()), "", message);
            }
        }
    }

    private String code(long line) {
        if (chunks.stream().anyMatch(chunk -> chunk.isRefused(line))) {
            return RejectCode.FORBIDDEN;
        }
        return isLeft(line) ? RejectCode.NOT_RESTORED : RejectCode.CONFLICT;
    }

    /** Whether another undo can give back rows of any object. */
    boolean isLeft() {
        return chunks.stream().anyMatch(ReturnedRows::isLeft);
    }

    /** Whether another undo can give back a row of an object. */
    boolean isLeft(long line) {
        return chunks.stream().anyMatch(chunk -> chunk.isLeft(line));
    }

    /** The rows that another undo can give back. */
    Stream<LeftRows> left() {
        return chunks.stream().map(ReturnedRows::left);
    }
}
