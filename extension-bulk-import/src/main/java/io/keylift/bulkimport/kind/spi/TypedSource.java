// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A source of objects of several types, such as users and groups. It reads one type after the other, and the objects of
 * each type in an order of their own. Ids and positions begin with the type.
 */
public interface TypedSource<R> extends RecordSource<R> {

    /** All types in their order. No type is a prefix of another. */
    List<String> types();

    /**
     * Creates the order of the objects of a type.
     *
     * @return {@code null} if the selection has no objects of the type
     */
    KeyOrder order(ExportContext context, Selection selection, String type);

    @Override
    default List<Position> positions(ExportContext context, Selection selection, String after, int limit) {
        List<Position> positions = new ArrayList<>();
        for (String type : types().subList(after == null ? 0 : place(after), types().size())) {
            KeyOrder order = positions.size() < limit ? order(context, selection, type) : null;
            if (order != null) {
                order.page(context, within(type, after), limit - positions.size())
                        .forEach(
                                position -> positions.add(new Position(type + position.id(), type + position.after())));
            }
        }
        return positions;
    }

    @Override
    default long count(ExportContext context, Selection selection, String after, String last) {
        int begin = after == null ? 0 : place(after);
        int end = last == null ? types().size() : place(last) + 1;
        long count = 0;
        for (String type : types().subList(begin, Math.max(begin, end))) {
            KeyOrder order = order(context, selection, type);
            if (order != null) {
                count += order.count(context, within(type, after), within(type, last));
            }
        }
        return count;
    }

    @Override
    default Set<String> select(ExportContext context, Selection selection, Collection<String> ids) {
        Set<String> selected = new HashSet<>();
        for (String type : types()) {
            KeyOrder order = order(context, selection, type);
            if (order != null) {
                order.among(context, of(type, ids)).forEach(id -> selected.add(type + id));
            }
        }
        return selected;
    }

    /** The ids of the type, without the type at their beginning. */
    static List<String> of(String type, Collection<String> ids) {
        return ids.stream()
                .filter(id -> id.startsWith(type))
                .map(id -> id.substring(type.length()))
                .toList();
    }

    /** Index of the type of a position. */
    private int place(String position) {
        return types().stream()
                .filter(position::startsWith)
                .findFirst()
                .map(types()::indexOf)
                .orElseThrow(() -> new SelectionException(
                        "Query parameter `after` is not a position that an export of this kind has given"));
    }

    /** The position among the objects of a type; {@code null} if it has another type. */
    private static String within(String type, String position) {
        return position != null && position.startsWith(type) ? position.substring(type.length()) : null;
    }
}
