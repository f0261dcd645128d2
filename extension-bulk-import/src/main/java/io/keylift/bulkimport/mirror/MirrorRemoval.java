// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.DelegatingOperation;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.verification.ComparedContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The removal of a kind, as the end of a mirror. In the transaction that removes an object, it looks again whether the
 * object is within the scope and may be removed: another transaction may have changed that.
 *
 * @param <R> class of a record
 * @param <V> class of a validated record
 */
final class MirrorRemoval<R, V> extends DelegatingOperation<R, V> {

    private final RecordSource<R> source;
    private final Selection scope;
    private final Consumer<ImportContext> before;

    /** @param before called in the transaction of each chunk, before it removes anything */
    MirrorRemoval(
            ImportKind<R, ?> kind, RecordOperation<R, V> removal, Selection scope, Consumer<ImportContext> before) {
        super(removal);
        this.source = kind.source();
        this.scope = scope;
        this.before = before;
    }

    @Override
    public ChunkWriter<V> writer(ImportContext context) {
        return new Writer(context, super.writer(context));
    }

    private final class Writer implements ChunkWriter<V> {

        private final ImportContext context;
        private final ChunkWriter<V> writer;
        private List<Item<V>> removable = List.of();

        Writer(ImportContext context, ChunkWriter<V> writer) {
            this.context = context;
            this.writer = writer;
        }

        @Override
        @SuppressWarnings("unchecked") // an item has the record of its kind
        public void resolve(List<Item<V>> items) {
            before.accept(context);
            ComparedContext reading = new ComparedContext(context);
            List<String> ids = source.find(
                    reading, items.stream().map(item -> (R) item.sent()).toList());
            Set<String> found = new HashSet<>(ids);
            found.removeIf(Objects::isNull);
            Set<String> selected = new HashSet<>(source.select(reading, scope, found));
            selected.removeAll(new Protection(context).among(source, selected));
            removable = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                if (selected.contains(ids.get(i))) {
                    removable.add(items.get(i));
                } else {
                    items.get(i).done(Outcome.SKIPPED, null);
                }
            }
            writer.resolve(removable);
        }

        @Override
        public void write(List<Item<V>> items) {
            writer.write(removable);
        }
    }
}
