// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import com.fasterxml.jackson.core.io.SerializedString;
import io.keylift.bulkimport.input.CsvName.Segment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Combines the names of a header; each place of the record is one value, one list or one object. */
final class CsvTree {

    private final Map<Segment, CsvTree> children = new LinkedHashMap<>();
    private CsvNode value;
    private int column; // the first column below this place

    /** @throws InputException {@code malformed_header} if this name can't stand with one of those before it */
    void add(CsvName name, int newColumn) throws InputException {
        CsvTree at = this;
        for (Segment segment : name.path()) {
            if (at.value != null || !at.children.isEmpty() && at.isList() != (segment.name() == null)) {
                throw conflict(at.column, newColumn);
            }
            at = at.children.computeIfAbsent(segment, s -> {
                CsvTree child = new CsvTree();
                child.column = newColumn;
                return child;
            });
        }
        if (at.value != null || !at.children.isEmpty()) {
            throw conflict(at.column, newColumn);
        }
        at.value = name.list() ? new CsvNode.TextList(newColumn) : new CsvNode.Text(newColumn);
    }

    CsvNode compile() {
        if (value != null) {
            return value;
        }
        if (isList()) {
            return new CsvNode.Items(children.entrySet().stream()
                    .sorted(Comparator.comparingInt(child -> child.getKey().index()))
                    .map(child -> child.getValue().compile())
                    .toArray(CsvNode[]::new));
        }
        return new CsvNode.Fields(
                children.keySet().stream()
                        .map(s -> new SerializedString(s.name()))
                        .toArray(SerializedString[]::new),
                children.values().stream().map(CsvTree::compile).toArray(CsvNode[]::new));
    }

    private boolean isList() {
        return children.keySet().iterator().next().name() == null;
    }

    private static InputException conflict(int column, int newColumn) {
        return CsvHeader.malformed("Columns " + (column + 1) + " and " + (newColumn + 1)
                + " conflict: they have the same name, or one is a part of the other" + CsvHeader.NO_HEADER);
    }
}
