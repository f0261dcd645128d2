// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/** The removal of scopes by their clients and names. */
final class ScopesRemoval extends ObjectRemoval<ScopeRecord> {

    private final ScopesKind kind;

    ScopesRemoval(ScopesKind kind) {
        super(kind, Set.of("client", "name"));
        this.kind = kind;
    }

    @Override
    public RecordValidator<ScopeRecord, ScopeRecord> validator(ImportContext context) {
        return kind.validator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ScopeRecord scope) {
        return kind.uniqueKeys(scope);
    }

    @Override
    public ChunkWriter<ScopeRecord> writer(ImportContext context) {
        return new ScopesRemover(context);
    }
}
