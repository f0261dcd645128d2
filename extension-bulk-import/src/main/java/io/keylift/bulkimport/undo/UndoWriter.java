// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.undo.Undo.Kept;
import jakarta.ws.rs.ForbiddenException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Gives the objects of a chunk back. */
final class UndoWriter implements ChunkWriter<Kept> {

    private final ImportContext context;
    private final Images<?> own;
    private final Function<String, ImportKind<?, ?>> kindOf;
    private final NotRestored failed;
    private final List<KindUndo<?>> kinds = new ArrayList<>();

    /** @param own the objects that the records of the chunk have changed, without implied ones */
    UndoWriter(ImportContext context, Images<?> own, Function<String, ImportKind<?, ?>> kindOf) {
        this.context = context;
        this.own = own;
        this.kindOf = kindOf;
        failed = context.ofChunk(NotRestored.class, NotRestored::new);
        LeftObjects.Attempt.of(context).begin();
    }

    /** Places where objects still differed from their images after an attempt to restore them, by line. */
    static final class NotRestored {
        final Map<Long, String> pointers = new ConcurrentHashMap<>();
    }

    @Override
    public void resolve(List<Item<Kept>> items) {
        Map<String, List<Item<Kept>>> byKind = new LinkedHashMap<>();
        for (Item<Kept> item : items) {
            KeptObject object = item.record().object();
            String pointer = failed.pointers.get(item.line());
            if (object.id() == null) {
                item.reject(
                        RejectCode.NOT_RESTORED,
                        "",
                        "The job could not keep all of the object and of what referred to it");
            } else if (pointer != null) {
                item.reject(
                        RejectCode.NOT_RESTORED,
                        pointer,
                        "The object cannot be given back as it was, so it is unchanged");
            } else {
                byKind.computeIfAbsent(object.kind(), id -> new ArrayList<>()).add(item);
            }
        }
        byKind.forEach((id, own) -> resolve(kindOf.apply(id), own));
    }

    private void resolve(ImportKind<?, ?> kind, List<Item<Kept>> items) {
        if (kind == null || !kind.isUndoable()) {
            items.forEach(item ->
                    item.reject(RejectCode.NOT_RESTORED, "", "This server does not have the kind of the object"));
            return;
        }
        try {
            kind.requirePermission(Operation.UNDO, context.permissions(), context.realm());
        } catch (ForbiddenException e) {
            items.forEach(item -> item.reject(
                    RejectCode.FORBIDDEN, "", "The caller does not have permission to give back " + kind.getId()));
            return;
        }
        Images<?> images = isOwn(kind.getId()) ? own : Images.of(context, kind);
        kinds.add(KindUndo.of(images, context, items));
    }

    /** Whether the object and all of its rows are as they were. */
    private static boolean isWhole(Item<Kept> item) {
        return item.isOpen() && item.warning() == null;
    }

    private boolean isOwn(String kind) {
        return own.kind().getId().equals(kind);
    }

    /**
     * An object that is not as it was afterwards must not be half given back: then the chunk is rolled back, and
     * written again without it.
     */
    @Override
    public void write(List<Item<Kept>> items) {
        // Implied objects are restored before the records' own, and removed after them.
        List<KindUndo<?>> implied =
                kinds.stream().filter(kind -> !isOwn(kind.id())).toList();
        List<KindUndo<?>> named =
                kinds.stream().filter(kind -> isOwn(kind.id())).toList();
        implied.forEach(KindUndo::giveBack);
        named.forEach(KindUndo::remove);
        named.forEach(KindUndo::giveBack);
        implied.forEach(KindUndo::remove);
        Map<Long, String> different = new LinkedHashMap<>();
        kinds.forEach(kind -> different.putAll(kind.check(implied.isEmpty())));
        if (!different.isEmpty()) {
            failed.pointers.putAll(different);
            throw OutsideWork.resolveAgain();
        }
        items.stream().filter(item -> !isWhole(item)).forEach(Item::orderAfterAll);
    }
}
