// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.kind.DelegatingContext;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The session of a chunk as a source sees it that reads everything: an object is given back whole, or not at all. What
 * is read is stored, and never shown to the caller.
 */
final class UnfilteredReadContext extends DelegatingContext<ReadContext> implements ExportContext {

    private final Map<Class<?>, Object> decisions = new HashMap<>();

    UnfilteredReadContext(ReadContext context) {
        super(context);
    }

    @Override
    public boolean seesAll() {
        return true;
    }

    /** Apart from those of the caller. */
    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return type.cast(decisions.computeIfAbsent(type, any -> initial.get()));
    }

    /** A field that no import accepts, such as the history of passwords. */
    @Override
    public void hidden(String id, String field) {
        // The field is absent from the record before the change and from the one after it.
    }
}
