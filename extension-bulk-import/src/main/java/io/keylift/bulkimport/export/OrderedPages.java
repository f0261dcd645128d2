// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.export.PageQuery.Found;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Position;
import java.util.List;

/** All objects of a selection in the order of their kind. */
final class OrderedPages implements Pages {

    private final ExportRequest request;
    private final RecordSource<?> source;
    private final int pageSize;
    private long unread;

    OrderedPages(ExportRequest request, int pageSize) {
        this.request = request;
        this.source = request.kind().source();
        this.pageSize = pageSize;
        this.unread = request.max();
    }

    @Override
    public PageQuery first() {
        return page(request.after());
    }

    @Override
    public PageQuery next(Found before) {
        return before.next() == null || unread == 0 ? null : page(before.next());
    }

    private PageQuery page(String after) {
        int limit = (int) Math.min(pageSize, unread);
        unread -= limit;
        boolean maximum = unread == 0;
        return context -> {
            List<Position> found = source.positions(context, request.selection(), after, limit);
            String last = found.size() < limit ? null : found.get(limit - 1).after();
            return new Found(
                    found.stream().map(Position::id).toList(),
                    last,
                    last == null || maximum ? source.count(context, request.selection(), request.after(), last) : null);
        };
    }
}
