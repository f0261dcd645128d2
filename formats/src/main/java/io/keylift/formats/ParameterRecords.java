// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;

/** Firebase's {@code hash_config { key: value, … }} as one record. */
final class ParameterRecords {

    private final RecordSink sink;

    ParameterRecords(RecordSink sink) {
        this.sink = sink;
    }

    void read(BufferedReader text) throws IOException {
        ObjectNode record = Nodes.INPUT.createObjectNode();
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                String value = line.substring(colon + 1).strip();
                record.put(
                        line.substring(0, colon).strip(),
                        value.endsWith(",")
                                ? value.substring(0, value.length() - 1).strip()
                                : value);
            }
        }
        sink.record(record, 1, "", Nodes.object());
    }
}
