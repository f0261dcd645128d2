// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of all kinds, each built when it is first used. Thread-safe. */
public final class RecordSchemas {

    private final Map<String, ObjectNode> byKind = new ConcurrentHashMap<>();

    /** The schema of a kind's records; must not be modified. */
    public ObjectNode of(ImportKind<?, ?> kind) {
        return byKind.computeIfAbsent(kind.getId(), id -> RecordSchema.of(kind));
    }
}
