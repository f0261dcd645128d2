// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A source whose objects have one order, by a unique key. Pages, counts and selections follow from it. */
public interface OrderedSource<R> extends RecordSource<R> {

    /** Creates the order of the objects that the selection selects. */
    KeyOrder order(ExportContext context, Selection selection);

    @Override
    default List<Position> positions(ExportContext context, Selection selection, String after, int limit) {
        return order(context, selection).page(context, after, limit);
    }

    @Override
    default long count(ExportContext context, Selection selection, String after, String last) {
        return order(context, selection).count(context, after, last);
    }

    @Override
    default Set<String> select(ExportContext context, Selection selection, Collection<String> ids) {
        return order(context, selection).among(context, ids);
    }
}
