// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Position;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the objects of a selection that the caller may view, page by page. Objects that the caller may not view change
 * neither the content of a page nor its end.
 *
 * @param <R> class of a record
 */
public final class VisibleObjects<R> {

    /** Maximum number of objects that are read at once. */
    private static final int MOST_AT_ONCE = 1000;

    private static final int LEAST_AT_ONCE = 100;

    /** Number of objects after which a transaction ends, however few of them the caller may view. */
    private static final int MOST_IN_A_TRANSACTION = 10_000;

    private final RecordSource<R> source;
    private final ExportContext context;
    private final Selection selection;

    /** @param selection filters of the objects, and fields of the records */
    public VisibleObjects(RecordSource<R> source, ExportContext context, Selection selection) {
        this.source = source;
        this.context = context;
        this.selection = selection;
    }

    /**
     * Consecutive objects that the caller may view.
     *
     * @param positions at most as many as requested; if there are fewer and a next page, the transaction should end
     * @param records the records by id; {@code null} if they are still to be read
     * @param next position after which the next page begins; {@code null} if there are no more objects. It may be that
     *     of an object that the caller may not view, so it must not be shown
     */
    public record Page<R>(List<Position> positions, Map<String, R> records, String next) {

        public List<String> ids() {
            return positions.stream().map(Position::id).toList();
        }

        /** Position of the last object; {@code null} if there is none. */
        public String last() {
            return positions.isEmpty()
                    ? null
                    : positions.get(positions.size() - 1).after();
        }
    }

    /**
     * Reads a page.
     *
     * @param after end of the previous page; {@code null} for the first page
     * @param limit maximum number of objects
     */
    public Page<R> page(String after, int limit) {
        if (!source.showsAll(context)) {
            return search(after, limit);
        }
        List<Position> found = source.positions(context, selection, after, limit);
        String last = found.size() < limit ? null : found.get(limit - 1).after();
        return new Page<>(found, null, last);
    }

    private Page<R> search(String after, int limit) {
        List<Position> positions = new ArrayList<>();
        Map<String, R> records = new HashMap<>();
        String next = after;
        for (int seen = 0; seen < MOST_IN_A_TRANSACTION; ) {
            int size = Math.max(LEAST_AT_ONCE, Math.min(MOST_AT_ONCE, limit - positions.size()));
            List<Position> found = source.positions(context, selection, next, size);
            Noting noting = new Noting(context);
            Map<String, R> visible = source.load(
                    noting, selection, found.stream().map(Position::id).toList());
            for (Position position : found) {
                next = position.after();
                noting.tell(position.id());
                R record = visible.get(position.id());
                if (record != null) {
                    positions.add(position);
                    records.put(position.id(), record);
                }
                if (positions.size() == limit) {
                    return new Page<>(positions, records, next);
                }
            }
            if (found.size() < size) {
                return new Page<>(positions, records, null);
            }
            seen += size;
        }
        return new Page<>(positions, records, next);
    }

    /** Counts the objects of the selection that the caller may view. */
    public long count() {
        if (source.showsAll(context)) {
            return source.count(context, selection, null, null);
        }
        long count = 0;
        String after = null;
        do {
            Page<R> page = page(after, MOST_AT_ONCE);
            count += page.positions().size();
            after = page.next();
        } while (after != null);
        return count;
    }

    /** Reports hidden fields of those objects only that belong to the page. */
    private static final class Noting extends DelegatingContext<ExportContext> implements ExportContext {

        private final Map<String, List<String>> hidden = new HashMap<>();

        Noting(ExportContext context) {
            super(context);
        }

        @Override
        public void hidden(String id, String field) {
            hidden.computeIfAbsent(id, any -> new ArrayList<>(1)).add(field);
        }

        void tell(String id) {
            hidden.getOrDefault(id, List.of()).forEach(field -> context.hidden(id, field));
        }
    }
}
