// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Lines that come out at the end, such as members behind their groups. They no longer have their originals. */
final class Held {

    private static final String TABLE = "held";

    private final Kept kept;
    private long count;

    Held(Kept kept) {
        this.kept = kept;
    }

    void add(Line line) throws IOException {
        ObjectNode held = Nodes.object()
                .put("kind", line.kind())
                .put("ifExists", line.ifExists())
                .put("file", line.origin().file())
                .put("number", line.origin().number())
                .put("line", line.origin().line());
        held.set("record", Nodes.parse(line.record()));
        kept.set(TABLE, Long.toString(count++), Nodes.bytes(held));
    }

    void forEach(Outlet outlet) throws IOException {
        for (long i = 0; i < count; i++) {
            JsonNode held = Nodes.parse(kept.get(TABLE, Long.toString(i)));
            Origin origin = new Origin(
                    held.path("file").asText(),
                    held.path("number").asLong(),
                    held.path("line").asLong(),
                    null);
            String ifExists = held.path("ifExists").asText(null);
            outlet.take(new Line(held.path("kind").asText(), ifExists, Nodes.bytes(held.path("record")), origin));
        }
    }

    interface Outlet {
        void take(Line line) throws IOException;
    }
}
