// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

/**
 * A record to import.
 *
 * @param kind kind of the record, such as {@code users}
 * @param ifExists what the import must do if the object exists, such as {@code merge} for a group that users refer to;
 *     {@code null}: as the caller says
 * @param record the record, as JSON in UTF-8 without a line break
 */
public record Line(String kind, String ifExists, byte[] record, Origin origin) implements Converted {

    /** The record as a line of an import of several kinds: {@code {"kind":…,"record":…}}. */
    public byte[] withKind() {
        String policy = ifExists == null ? "" : "\"ifExists\":\"" + ifExists + "\",";
        byte[] head = Nodes.utf8("{\"kind\":\"" + kind + "\"," + policy + "\"record\":");
        byte[] line = new byte[head.length + record.length + 1];
        System.arraycopy(head, 0, line, 0, head.length);
        System.arraycopy(record, 0, line, head.length, record.length);
        line[line.length - 1] = '}';
        return line;
    }
}
