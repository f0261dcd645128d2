// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.kind.DelegatingContext;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The session of a chunk as the source of its kind sees it. Notes fields that cannot be compared. */
public final class ComparedContext extends DelegatingContext<ReadContext> implements ExportContext {

    private final Map<String, Set<String>> hidden = new HashMap<>();
    private final Set<String> withoutRecord = new HashSet<>();

    public ComparedContext(ReadContext context) {
        super(context);
    }

    @Override
    public void hidden(String id, String field) {
        hidden.computeIfAbsent(id, any -> new HashSet<>()).add(field);
    }

    @Override
    public void withoutRecord(String id) {
        withoutRecord.add(id);
    }

    /** Whether the caller may view the object, though no export has a record of it. */
    boolean isWithoutRecord(String id) {
        return withoutRecord.contains(id);
    }

    /** Fields of the object's record that are not shown to the caller. */
    Set<String> hiddenFields(String id) {
        return hidden.getOrDefault(id, Set.of());
    }
}
