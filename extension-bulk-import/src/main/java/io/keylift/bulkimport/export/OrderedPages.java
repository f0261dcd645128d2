// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.export.PageQuery.Found;
import io.keylift.bulkimport.kind.VisibleObjects;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.RecordSource;

/** All objects of a selection that the caller may view, in the order of their kind. */
final class OrderedPages implements Pages {

    private final ExportRequest request;
    private final int pageSize;

    /** How many objects are still to be found. */
    private long unread;

    /** How many of them belong to the page that the last transaction has not filled. */
    private int room;

    OrderedPages(ExportRequest request, int pageSize) {
        this.request = request;
        this.pageSize = pageSize;
        this.unread = request.max();
    }

    @Override
    public PageQuery first() {
        room = pageSize;
        return page(request.after());
    }

    @Override
    public PageQuery next(Found before) {
        unread -= before.ids().size();
        room = before.isFull() ? pageSize : room - before.ids().size();
        return before.next() == null || unread == 0 ? null : page(before.next());
    }

    private PageQuery page(String after) {
        int limit = (int) Math.min(room, unread);
        boolean maximum = limit == unread;
        return context -> find(context, request.kind().source(), after, limit, maximum);
    }

    private <R> Found find(ExportContext context, RecordSource<R> source, String after, int limit, boolean maximum) {
        VisibleObjects.Page<R> page = new VisibleObjects<>(source, context, request.selection()).page(after, limit);
        boolean isFull = page.positions().size() == limit;
        boolean isLast = page.next() == null || isFull && maximum;
        Long existing = isLast && source.showsAll(context)
                ? source.count(context, request.selection(), request.after(), page.next())
                : null;
        return new Found(page.ids(), page.records(), page.last(), isFull, page.next(), existing);
    }
}
