// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/** The removal of client scopes by their names. */
final class ClientScopesRemoval extends ObjectRemoval<ClientScopeRecord> {

    private final ClientScopesKind kind;

    ClientScopesRemoval(ClientScopesKind kind) {
        super(kind, Set.of("name"));
        this.kind = kind;
    }

    @Override
    public RecordValidator<ClientScopeRecord, ClientScopeRecord> validator(ImportContext context) {
        return kind.validator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ClientScopeRecord scope) {
        return kind.uniqueKeys(scope);
    }

    @Override
    public ChunkWriter<ClientScopeRecord> writer(ImportContext context) {
        return new ClientScopesRemover(context);
    }
}
