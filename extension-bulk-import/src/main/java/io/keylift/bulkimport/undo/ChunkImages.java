// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.dependents.RemovedRows;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ChangedObjects;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.LockedRows;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.ReadEntities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Images of the objects that a chunk changes: read before the chunk writes, and compared with the objects afterwards,
 * in the same transaction.
 *
 * <p>The first attempt of an import reads no image of an existing object before it has resolved its records. If it then
 * holds the rows that it changes (see {@link LockedRows}), it reads the images of these objects. If it has changed
 * another one, it ends, and the next attempt reads the images of all objects before anything else.
 */
public final class ChunkImages {

    private final ImportContext context;
    private final Map<String, KindImages<?>> kinds = new LinkedHashMap<>();
    private KindImages<?> own;
    private int number;

    /** A record and the item with its outcome; {@code null} for an implied object. */
    private record Named<R>(R record, Item<?> item, long line, String givenId) {}

    /**
     * A valid record of the chunk.
     *
     * @param record as it was sent
     * @param item its state
     * @param line number that no other record of the job has
     * @param givenId id that the record gives to its object; {@code null} for none
     */
    public record Sent<R>(R record, Item<?> item, long line, String givenId) {}

    private ChunkImages(ImportContext context) {
        this.context = context;
    }

    /** Whether an attempt at the chunk has begun. */
    private static final class Begun {
        private final AtomicBoolean value = new AtomicBoolean();

        /** Whether no attempt has begun before this one. */
        private static boolean isFirst(ImportContext context) {
            return !context.ofChunk(Begun.class, Begun::new).value.getAndSet(true);
        }
    }

    /**
     * Reads the objects that the records of a chunk name, and those that they imply.
     *
     * @param records the valid records of the chunk
     * @param removal whether the chunk removes the objects
     * @param kindOf finds a kind by its id
     */
    public static <R> ChunkImages before(
            ImportContext context,
            ImportKind<R, ?> kind,
            List<Sent<R>> records,
            boolean removal,
            Function<String, ImportKind<?, ?>> kindOf) {
        LockedRows.lock(context);
        UnfilteredReadContext whole = new UnfilteredReadContext(context);
        ChunkImages images = new ChunkImages(context);
        images.own =
                kind.changes() == null ? images.named(kind, records) : images.changed(whole, kind.changes(), records);
        if (!records.isEmpty() && !removal && kind.changes() == null) {
            List<R> plain = records.stream().map(Sent::record).toList();
            long line = records.get(0).item().line();
            kind.source().implied(whole, plain).forEach((id, implied) -> images.imply(kindOf.apply(id), implied, line));
        }
        boolean defers = Begun.isFirst(context) && !removal;
        images.kinds.values().forEach(one -> one.readBefore(whole, defers && one == images.own));
        ReadEntities.detach(context.entityManager());
        return images;
    }

    private <R> KindImages<R> named(ImportKind<R, ?> kind, List<Sent<R>> records) {
        KindImages<R> named = of(kind);
        records.forEach(
                sent -> named.records.add(new Named<>(sent.record(), sent.item(), sent.line(), sent.givenId())));
        return named;
    }

    private <R, T> KindImages<T> changed(
            UnfilteredReadContext whole, ChangedObjects<R, T> changes, List<Sent<R>> records) {
        KindImages<T> changed = new KindImages<>(Images.of(context, changes));
        kinds.put(changes.kind().getId(), changed);
        List<T> keys = changes.keys(whole, records.stream().map(Sent::record).toList());
        for (int i = 0; i < keys.size(); i++) {
            Sent<R> sent = records.get(i);
            changed.records.add(new Named<>(keys.get(i), sent.item(), sent.line(), null));
        }
        return changed;
    }

    private <R> void imply(ImportKind<R, ?> implied, List<?> records, long line) {
        KindImages<R> named = of(implied);
        for (Object record : records) {
            R plain = record instanceof JsonNode json
                    ? named.images.read(json)
                    : implied.info().recordType().cast(record);
            named.records.add(new Named<>(plain, null, line, null));
        }
    }

    @SuppressWarnings("unchecked")
    private <R> KindImages<R> of(ImportKind<R, ?> one) {
        return (KindImages<R>) kinds.computeIfAbsent(one.getId(), id -> new KindImages<>(Images.of(context, one)));
    }

    /**
     * Reads the dependents of objects that are about to be removed, and rejects their removal if an undo could not give
     * that back. Called when the records are resolved.
     */
    public void beforeRemoval(ImportContext context) {
        own.beforeRemoval(context);
    }

    /**
     * Reads the objects whose rows the attempt has locked to change them. Other transactions may have changed them
     * before the lock. Called when the records are resolved.
     */
    public void beforeChange(ImportContext context) {
        own.beforeChange(new UnfilteredReadContext(context));
    }

    /**
     * Compares with the present objects. Called after the write, when the outcomes of the records are known.
     *
     * @param chunk number of the chunk
     * @throws OutsideWork if the chunk has changed an object that this attempt has not read before; the next attempt
     *     reads it
     */
    public List<KeptObject> after(ImportContext context, int chunk) {
        number = chunk;
        context.entityManager().flush();
        ReadEntities.detach(context.entityManager());
        UnfilteredReadContext whole = new UnfilteredReadContext(context);
        List<KeptObject> kept = new ArrayList<>();
        kinds.values().forEach(one -> {
            if (one != own) {
                one.keep(whole, kept);
            }
        });
        own.keep(whole, kept);
        return kept;
    }

    /** The rows that went with removed objects, as they are stored, in parts; see {@link RemovedRows}. */
    public List<byte[]> rows() {
        return own.rows == null ? List.of() : own.rows.after();
    }

    /** The objects of one kind. */
    private final class KindImages<R> {

        private final Images<R> images;
        private final List<Named<R>> records = new ArrayList<>();
        private List<String> idsBefore;

        /** Existing objects that are expected to stay as they are. */
        private final Set<String> unread = new HashSet<>();

        /** Existing objects that were locked before they were read. */
        private Set<String> readLocked;

        private Map<String, Image> before;
        private Map<String, SortedMap<String, Long>> referrersBefore;
        private RemovedRows rows;

        KindImages(Images<R> images) {
            this.images = images;
        }

        /** @param defers whether the objects of the records are left out, but for implied ones */
        void readBefore(UnfilteredReadContext context, boolean defers) {
            idsBefore = images.find(context, records.stream().map(Named::record).toList());
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < records.size(); i++) {
                (defers && records.get(i).item() != null ? unread : ids).add(idsBefore.get(i));
            }
            unread.removeAll(ids);
            records.stream()
                    .map(Named::givenId)
                    .filter(id -> !unread.contains(id))
                    .forEach(ids::add);
            ids.removeIf(Objects::isNull);
            readLocked = locked(context);
            before = images.load(context, ids);
            referrersBefore = new HashMap<>();
            if (images.loseReferrers()) {
                referrersBefore.putAll(images.referrerCounts(context, before.keySet()));
            }
        }

        void beforeChange(UnfilteredReadContext context) {
            Set<String> locked = locked(context);
            locked.removeAll(readLocked);
            unread.removeAll(locked);
            before.keySet().removeAll(locked);
            before.putAll(images.load(context, locked));
            if (images.loseReferrers()) {
                referrersBefore.putAll(images.referrerCounts(context, locked));
            }
        }

        private Set<String> locked(UnfilteredReadContext context) {
            return idsBefore.stream()
                    .filter(id -> id != null && LockedRows.holds(context, images.row(id)))
                    .collect(Collectors.toSet());
        }

        void beforeRemoval(ImportContext context) {
            Map<RowReference, Long> objects = new LinkedHashMap<>();
            for (int i = 0; i < records.size(); i++) {
                String id = idsBefore.get(i);
                RowReference row = id == null ? null : images.source().row(id);
                if (row != null && records.get(i).item().isOpen()) {
                    objects.putIfAbsent(row, records.get(i).line());
                }
            }
            if (!objects.isEmpty()) {
                rows = RemovedRows.before(
                        context.entityManager(), context.realm().getId(), objects);
            } else {
                rejectTied(new UnfilteredReadContext(context));
            }
        }

        private void rejectTied(UnfilteredReadContext context) {
            Map<String, SortedMap<String, Long>> referrerCounts = images.referrerCounts(context, before.keySet());
            for (int i = 0; i < records.size(); i++) {
                if (idsBefore.get(i) != null && referrerCounts.containsKey(idsBefore.get(i))) {
                    records.get(i)
                            .item()
                            .reject(
                                    RejectCode.CONFLICT,
                                    "",
                                    "Something refers to the object and would be removed with it, and an undo could not"
                                            + " give that back. Remove that first, or send the record without `undo`.");
                }
            }
        }

        void keep(UnfilteredReadContext context, List<KeptObject> kept) {
            int[] places = IntStream.range(0, records.size())
                    .filter(i -> records.get(i).item() == null
                            || changed(records.get(i).item()))
                    .toArray();
            if (places.length == 0) {
                return;
            }
            List<String> idsAfter = idsAfter(
                    context, Arrays.stream(places).mapToObj(records::get).toList());
            // The first record of an object that has several.
            Map<String, Named<R>> byId = new LinkedHashMap<>();
            for (int i = 0; i < places.length; i++) {
                Named<R> named = records.get(places[i]);
                boolean known = false;
                for (String id : new String[] {idsBefore.get(places[i]), idsAfter.get(i), named.givenId()}) {
                    if (id != null) {
                        byId.putIfAbsent(id, named);
                        known = true;
                    }
                }
                if (!known && named.item() != null) {
                    kept.add(new KeptObject(
                            named.line(),
                            images.kind().getId(),
                            images.kind().key(named.record()),
                            null,
                            null,
                            null,
                            null));
                }
            }
            if (!Collections.disjoint(unread, byId.keySet())) {
                throw OutsideWork.resolveAgain();
            }
            Map<String, Image> after = images.load(context, byId.keySet());
            Set<String> added = new HashSet<>(after.keySet());
            added.removeAll(before.keySet());
            Map<String, SortedMap<String, Long>> referrerCounts = images.referrerCounts(context, added);
            Map<String, SortedMap<String, Long>> left =
                    referrersBefore.isEmpty() ? Map.of() : images.referrerCounts(context, referrersBefore.keySet());
            byId.forEach((id, named) -> {
                Image was = before.get(id);
                Image is = after.get(id);
                if (was == null ? is != null : !was.isSame(is)) {
                    boolean whole = was == null
                            ? images.areWhole()
                            : is == null || !isLoss(referrersBefore.get(id), left.get(id));
                    String print = is == null ? null : is.fingerprint(referrerCounts.get(id));
                    kept.add(new KeptObject(
                            named.line(),
                            images.kind().getId(),
                            images.kind().key(named.record()),
                            whole ? id : null,
                            was == null ? null : was.raw(),
                            print,
                            rows == null || is != null ? null : number));
                }
            });
        }

        /** Outcomes name most objects; the others are looked up. */
        private List<String> idsAfter(UnfilteredReadContext context, List<Named<R>> written) {
            List<String> ids = new ArrayList<>();
            List<R> unnamed = new ArrayList<>();
            for (Named<R> named : written) {
                boolean isNamed = this == own && images.areNamedByOutcomes() && named.item() != null;
                ids.add(isNamed ? named.item().id() : null);
                if (ids.get(ids.size() - 1) == null) {
                    unnamed.add(named.record());
                }
            }
            if (!unnamed.isEmpty()) {
                Iterator<String> found = images.find(context, unnamed).iterator();
                ids.replaceAll(id -> id == null ? found.next() : id);
            }
            return ids;
        }

        private static boolean isLoss(SortedMap<String, Long> before, SortedMap<String, Long> after) {
            return before != null
                    && before.entrySet().stream()
                            .anyMatch(tie -> after == null || after.getOrDefault(tie.getKey(), 0L) < tie.getValue());
        }

        private static boolean changed(Item<?> item) {
            Outcome outcome = item.outcome();
            return outcome == Outcome.ADDED || outcome == Outcome.UPDATED || outcome == Outcome.REMOVED;
        }
    }
}
