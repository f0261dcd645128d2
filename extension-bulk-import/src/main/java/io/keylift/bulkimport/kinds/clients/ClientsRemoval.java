// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The removal of clients by their client ids. */
final class ClientsRemoval extends ObjectRemoval<ClientRecord> {

    ClientsRemoval(ClientsKind kind) {
        super(kind, Set.of("clientId"));
    }

    @Override
    public RecordValidator<ClientRecord, ClientRecord> validator(ImportContext context) {
        return RecordValidator.of(item -> ClientRules.checkNames(item, item.record()));
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ClientRecord client) {
        return List.of(ClientsKind.uniqueKey(client));
    }

    @Override
    public ChunkWriter<ClientRecord> writer(ImportContext context) {
        return new ClientsRemover(context);
    }
}
