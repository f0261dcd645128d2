// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.dependents.LeftRows;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rest of a chunk that an undo could not give back, for another undo: objects that it rejected although they
 * had not been changed since, and rows that its caller may not grant.
 */
public final class LeftObjects {

    private static final ObjectReader READER = new JsonMapper().readerFor(KeptObject.class);

    private final ImportContext context;
    private final int firstPart;
    private final boolean ofWaiting;
    private final List<KeptObject> objects = new ArrayList<>();
    private final List<KeptObject> away = new ArrayList<>();
    private final Set<Long> back = new HashSet<>();

    private LeftObjects(ImportContext context, int firstPart, boolean ofWaiting) {
        this.context = context;
        this.firstPart = firstPart;
        this.ofWaiting = ofWaiting;
    }

    /**
     * Objects and rows that the chunk has not given back.
     *
     * @param firstPart number of the first part of rows that are left
     */
    public static LeftObjects rejected(ImportContext context, int firstPart) {
        return new LeftObjects(context, firstPart, false);
    }

    /**
     * Objects that the undo tries again in chunks of its own.
     *
     * @param firstPart number of the first part of rows that are left
     */
    public static LeftObjects waiting(ImportContext context, int firstPart) {
        return new LeftObjects(context, firstPart, true);
    }

    /** Whether a chunk leaves anything, if only something that is not kept. */
    public static boolean areAny(ImportContext context, List<? extends Item<?>> items) {
        return items.stream().anyMatch(item -> item.isRejected() || isWaiting(item))
                || Attempt.of(context).isLeft();
    }

    /** Whether an object is tried again. */
    public static boolean isWaiting(Item<?> item) {
        return !item.awaited().isEmpty();
    }

    /**
     * Takes an object of the chunk.
     *
     * @param json its {@link KeptObject}
     * @param item its state when the chunk is written
     */
    public void add(byte[] json, Item<?> item) {
        KeptObject object = read(json);
        boolean isLeft = object.rows() != null && Attempt.of(context).isLeft(object.line());
        if (!item.isRejected() && !isWaiting(item)) {
            if (object.rows() != null) {
                back.add(object.line());
            }
            if (isLeft && !ofWaiting) {
                objects.add(object.leftRows(firstPart));
            }
        } else if (object.id() != null && (ofWaiting ? isWaiting(item) : item.isRejected() && !isConflict(item))) {
            objects.add(object.left(firstPart));
            if (object.rows() != null && !isLeft) {
                away.add(object);
            }
        }
    }

    private static boolean isConflict(Item<?> item) {
        return item.reject().code().equals(RejectCode.CONFLICT);
    }

    private static KeptObject read(byte[] json) {
        try {
            return READER.readValue(json);
        } catch (IOException e) {
            throw new IllegalStateException("What a job has kept cannot be read", e);
        }
    }

    public boolean isEmpty() {
        return objects.isEmpty();
    }

    /** How many objects, or rows of how many objects, are left for another undo; 0 if this one tries them again. */
    public int count() {
        return ofWaiting ? 0 : objects.size();
    }

    /** The objects as they are stored. */
    public byte[] part() {
        return KeptLines.writePart(objects);
    }

    /** Their dependent rows, as they are stored, in parts. */
    public List<byte[]> rows() {
        LeftRows rows = new LeftRows();
        if (!ofWaiting) {
            Attempt.of(context).rows().forEach(rows::add);
        }
        KindRows.partsOf(context, away).forEach((lines, parts) -> rows.add(parts, lines, back));
        return rows.finish(context.entityManager());
    }

    /** One attempt to give back the objects of a chunk. */
    static final class Attempt {

        private List<KindRows> kinds = List.of();

        static Attempt of(ImportContext context) {
            return context.ofChunk(Attempt.class, Attempt::new);
        }

        void begin() {
            kinds = new ArrayList<>();
        }

        void add(KindRows rows) {
            kinds.add(rows);
        }

        private boolean isLeft() {
            return kinds.stream().anyMatch(KindRows::isLeft);
        }

        private boolean isLeft(long line) {
            return kinds.stream().anyMatch(rows -> rows.isLeft(line));
        }

        private List<LeftRows> rows() {
            return kinds.stream().flatMap(KindRows::left).toList();
        }
    }
}
