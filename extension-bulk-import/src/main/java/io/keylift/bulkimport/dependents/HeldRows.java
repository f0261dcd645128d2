// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.RowParts.Head;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows of one table, of one description, that stay in memory: as they are, or compressed if there are many. */
final class HeldRows {

    /** Size above which rows are compressed. */
    static final int PLAIN_BYTES = 1 << 20;

    private final Head head;
    private final List<Line> plain = new ArrayList<>();
    private RowParts compressed;
    private int bytes;

    private record Line(long line, Object[] values) {}

    HeldRows(Head head) {
        this.head = head;
    }

    void add(long line, Object[] values) {
        if (compressed != null) {
            compressed.add(head, line, values);
            return;
        }
        plain.add(new Line(line, values));
        for (Object value : values) {
            bytes += 4 + (value instanceof String text ? text.length() : 0);
        }
        if (bytes > PLAIN_BYTES) {
            compressed = new RowParts();
            plain.forEach(row -> compressed.add(head, row.line(), row.values()));
            plain.clear();
        }
    }

    boolean isEmpty() {
        return compressed == null && plain.isEmpty();
    }

    /** The rows in the form in which they are stored; empty if they are not compressed or fit into one part. */
    List<byte[]> largeParts() {
        List<byte[]> parts = compressed == null ? List.of() : compressed.finish();
        return parts.size() > 1 ? parts : List.of();
    }

    void read(RowParts.Visitor visitor) throws SQLException {
        for (Line row : plain) {
            visitor.row(head, row.line(), row.values());
        }
        if (compressed != null) {
            for (byte[] part : compressed.finish()) {
                RowParts.read(part, visitor);
            }
        }
    }
}
