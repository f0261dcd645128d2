// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of all kinds, each made when it is first asked for. Safe for use by several threads. */
public final class RecordSchemas {

    private final Map<String, ObjectNode> byKind = new ConcurrentHashMap<>();

    /** The schema of a kind's records; not to be changed. */
    public ObjectNode of(ImportKind<?, ?> kind) {
        return byKind.computeIfAbsent(kind.getId(), id -> RecordSchema.of(kind));
    }
}
