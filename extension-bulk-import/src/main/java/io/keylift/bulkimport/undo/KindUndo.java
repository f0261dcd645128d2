// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.LockedRows;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.ReadEntities;
import io.keylift.bulkimport.undo.Undo.Kept;
import io.keylift.bulkimport.undo.Undo.ValidRecord;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Gives the objects of one kind in a chunk back.
 *
 * @param <R> class of a record
 */
final class KindUndo<R> {

    private final ImportKind<R, ?> kind;
    private final ImportContext context;
    private final Images<R> images;
    private final List<Item<Kept>> removed = new ArrayList<>();
    private final List<Item<Kept>> restored = new ArrayList<>();
    private final List<Item<Kept>> same = new ArrayList<>();

    /** Objects that are back, but not all of their rows. */
    private final List<Item<Kept>> back = new ArrayList<>();

    /** Objects that were written, and then rejected. */
    private final List<Item<Kept>> halfBack = new ArrayList<>();

    private Map<String, Image> now;

    /** Objects that were as they had been after the last write of this kind. */
    private final Set<Item<Kept>> exact = new HashSet<>();

    private boolean staying;

    private KindUndo(Images<R> images, ImportContext context) {
        this.images = images;
        this.context = context;
        kind = images.kind();
    }

    /** Decides how to restore each object, and rejects objects that were changed since. */
    static <R> KindUndo<R> of(Images<R> images, ImportContext context, List<Item<Kept>> items) {
        KindUndo<R> undo = new KindUndo<>(images, context);
        undo.decide(items);
        return undo;
    }

    /** Id of the kind. */
    String id() {
        return kind.getId();
    }

    private static KeptObject object(Item<Kept> item) {
        return item.record().object();
    }

    private UnfilteredReadContext whole() {
        return new UnfilteredReadContext(context);
    }

    /** Whoever refers to the objects, or changes them, comes before this transaction or after it. */
    private void lock(List<Item<Kept>> items) {
        LockedRows.lockToRemove(
                context,
                items.stream()
                        .map(item -> images.row(object(item).id()))
                        .filter(Objects::nonNull)
                        .toList());
    }

    private void decide(List<Item<Kept>> items) {
        lock(items);
        now = images.load(whole(), items.stream().map(item -> object(item).id()).toList());
        Set<String> added = new HashSet<>();
        items.stream()
                .map(KindUndo::object)
                .filter(object -> object.before() == null && !object.isBack() && now.containsKey(object.id()))
                .forEach(object -> added.add(object.id()));
        Map<String, SortedMap<String, Long>> referrerCounts = images.referrerCounts(whole(), added);
        for (Item<Kept> item : items) {
            KeptObject object = object(item);
            Image is = now.get(object.id());
            if (object.isBack()) {
                decideOnRows(item, is);
            } else if (Objects.equals(
                    is == null ? null : is.fingerprint(referrerCounts.get(object.id())), object.after())) {
                (object.before() == null ? removed : restored).add(item);
            } else if (isAs(is, object.before())) {
                same.add(item);
            } else {
                item.reject(RejectCode.CONFLICT, "", conflict(object, is));
                staying |= is != null;
            }
        }
        rejectTaken(restored);
    }

    private static boolean isAs(Image is, JsonNode before) {
        return is == null ? before == null : is.isSame(before);
    }

    private void decideOnRows(Item<Kept> item, Image is) {
        if (is == null) {
            item.reject(RejectCode.CONFLICT, "", "The object was removed after an undo had given it back");
        } else {
            back.add(item);
        }
    }

    private static String conflict(KeptObject object, Image is) {
        if (is == null) {
            return "The object was removed after the job";
        }
        if (object.after() == null) {
            return "The object exists again since the job removed it";
        }
        return object.before() == null
                ? "The object, or what refers to it, was changed after the job added it"
                : "The object was changed after the job";
    }

    /** Record of an object as it was. */
    @SuppressWarnings("unchecked") // the record of an object of the kind
    private R before(Item<Kept> item) {
        ValidRecord<?, ?> valid = item.record().before();
        return valid == null ? images.read(object(item).before()) : (R) valid.record();
    }

    /** A removed object cannot come back if another object has its key. */
    private void rejectTaken(List<Item<Kept>> items) {
        List<Item<Kept>> gone =
                items.stream().filter(item -> object(item).after() == null).toList();
        if (gone.isEmpty()) {
            return;
        }
        List<String> there =
                images.find(whole(), gone.stream().map(this::before).toList());
        Map<String, Image> taken =
                images.load(whole(), there.stream().filter(Objects::nonNull).toList());
        for (int i = 0; i < gone.size(); i++) {
            if (taken.containsKey(there.get(i))) {
                gone.get(i).reject(RejectCode.CONFLICT, "", "Another object has the key of the removed one");
            }
        }
    }

    /**
     * Removes the objects that the job added. Where objects refer to each other, those without referrers go first, so
     * that none goes with another one although it has to stay.
     */
    void remove() {
        if (!images.referToEachOther()) {
            remove(open(removed));
            return;
        }
        List<Item<Kept>> left = open(removed);
        while (!left.isEmpty()) {
            Map<String, SortedMap<String, Long>> referrerCounts = images.referrerCounts(
                    whole(), left.stream().map(item -> object(item).id()).toList());
            List<Item<Kept>> free = left.stream()
                    .filter(item -> !referrerCounts.containsKey(object(item).id()))
                    .toList();
            if (free.isEmpty()) {
                removeReferred(left);
                return;
            }
            remove(free);
            left = left.stream().filter(item -> !free.contains(item)).toList();
        }
    }

    /** Objects in a circle are removed together, unless something stays that may refer to them. */
    private void removeReferred(List<Item<Kept>> referred) {
        if (removed.stream().allMatch(Item::isOpen) && !staying) {
            remove(referred);
        } else {
            referred.forEach(item ->
                    item.reject(RejectCode.CONFLICT, "", "Another object of the job, which stays, refers to this one"));
        }
    }

    private void remove(List<Item<Kept>> items) {
        RecordOperation<R, ?> removal = kind.removal();
        Set<String> fields = removal.fields();
        Map<Item<Kept>, R> records = new LinkedHashMap<>();
        for (Item<Kept> item : items) {
            Image is = now.get(object(item).id());
            records.put(item, images.read(fields.isEmpty() ? is.tree() : is.only(fields)));
        }
        run(removal, new UndoChunkContext(context, Undo.removing(context.spec())), records);
    }

    /** Writes the objects that existed before the job as they were. */
    void giveBack() {
        RestoringRecord restoring = new RestoringRecord(kind);
        KindRows rows = KindRows.of(context, images.source(), open(restored), back);
        LeftObjects.Attempt.of(context).add(rows);
        rows.begin(context);
        write(restoring, open(restored), now);
        List<Item<Kept>> withRows = new ArrayList<>(open(restored));
        withRows.addAll(back);
        rows.write(context, withRows);
        rows.warn(open(restored));
        rows.settle(back);
        // A new object gets the realm's defaults for new objects, even if its record does not have them.
        List<Item<Kept>> different = new ArrayList<>();
        Map<String, Image> written = load(open(restored));
        for (Item<Kept> item : open(restored)) {
            Image is = written.get(object(item).id());
            if (isAs(is, object(item).before())) {
                exact.add(item);
            } else if (is != null) {
                different.add(item);
            }
        }
        if (!different.isEmpty()) {
            exact.clear();
            write(restoring, different, written);
            different.stream().filter(Item::isRejected).forEach(halfBack::add);
        }
    }

    private void write(RestoringRecord restoring, List<Item<Kept>> items, Map<String, Image> existing) {
        Map<Item<Kept>, R> records = new LinkedHashMap<>();
        for (Item<Kept> item : items) {
            Image is = existing.get(object(item).id());
            records.put(
                    item,
                    is == null
                            ? before(item)
                            : images.read(restoring.of(object(item).before(), is.tree())));
        }
        run(kind, new UndoChunkContext(context, Undo.importing(context.spec())), records);
    }

    /** Does an operation of the kind. The objects have the rejects and the missing references of its records. */
    @SuppressWarnings("unchecked") // only the import has records that are valid already
    private <V> void run(RecordOperation<R, V> operation, ImportContext part, Map<Item<Kept>, R> records) {
        if (records.isEmpty()) {
            return;
        }
        // The entities read so far are read-only, and the operation must not change them.
        ReadEntities.detach(context.entityManager());
        RecordValidator<R, V> validator = operation.validator(part);
        Map<Item<Kept>, Item<V>> inner = new LinkedHashMap<>();
        records.forEach((item, record) -> {
            Item<R> own = new Item<>(item.line(), record, item.key());
            ValidRecord<?, ?> before = item.record().before();
            V valid = before != null && before.record() == record ? (V) before.valid() : validator.validate(own);
            inner.put(item, own.with(own.isRejected() ? null : valid));
        });
        List<Item<V>> valid =
                inner.values().stream().filter(item -> !item.isRejected()).toList();
        validator.prepare(valid);
        ChunkWriter<V> writer = operation.writer(part);
        writer.resolve(valid);
        writer.write(valid);
        // Another transaction may have taken a key since it was found free.
        rejectTaken(inner.keySet().stream()
                .filter(item -> isConflict(inner.get(item)))
                .toList());
        inner.forEach((item, own) -> {
            if (own.isRejected()) {
                item.reject(
                        own.reject().code(),
                        own.reject().pointer(),
                        own.reject().message());
            }
            own.awaited().forEach(awaited -> item.await(awaited.uniqueKey(), awaited.code(), awaited.message()));
        });
    }

    private static boolean isConflict(Item<?> item) {
        return item.isRejected() && item.reject().code().equals(RejectCode.CONFLICT);
    }

    /**
     * Sets the outcomes of the objects that are as they were.
     *
     * @param isLast whether nothing was written after {@link #giveBack}
     * @return places where the others differ, by line
     */
    Map<Long, String> check(boolean isLast) {
        Map<Long, String> different = new LinkedHashMap<>();
        List<Item<Kept>> changed = new ArrayList<>(open(removed));
        changed.addAll(open(restored));
        if (!isLast) {
            exact.clear();
        }
        Map<String, Image> written =
                load(changed.stream().filter(item -> !exact.contains(item)).toList());
        for (Item<Kept> item : changed) {
            KeptObject object = object(item);
            Image is = written.get(object.id());
            if (exact.contains(item) || isAs(is, object.before())) {
                item.done(outcome(object), object.id());
            } else {
                different.put(item.line(), difference(object.before(), is == null ? null : is.tree()));
            }
        }
        halfBack.forEach(item -> different.put(item.line(), item.reject().pointer()));
        same.forEach(item -> item.done(Outcome.SKIPPED, object(item).id()));
        return different;
    }

    private static Outcome outcome(KeptObject object) {
        if (object.before() == null) {
            return Outcome.REMOVED;
        }
        return object.after() == null ? Outcome.ADDED : Outcome.UPDATED;
    }

    private static String difference(JsonNode before, ObjectNode is) {
        if (before == null || is == null) {
            return "";
        }
        Set<String> fields = new TreeSet<>();
        before.fieldNames().forEachRemaining(fields::add);
        is.fieldNames().forEachRemaining(fields::add);
        return fields.stream()
                .filter(field -> !Objects.equals(before.get(field), is.get(field)))
                .map(field -> Pointers.to("", field))
                .findFirst()
                .orElse("");
    }

    /** From the database, not from the entity manager's copies. */
    private Map<String, Image> load(List<Item<Kept>> items) {
        context.entityManager().flush();
        ReadEntities.detach(context.entityManager());
        return images.load(
                whole(), items.stream().map(item -> object(item).id()).toList());
    }

    private static List<Item<Kept>> open(List<Item<Kept>> items) {
        return items.stream().filter(Item::isOpen).toList();
    }
}
