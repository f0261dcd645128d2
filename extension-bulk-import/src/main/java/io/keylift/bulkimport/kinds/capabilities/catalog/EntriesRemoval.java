// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/** The removal of capabilities or sets by their names. The record must name the source of the entry, if it has one. */
final class EntriesRemoval<R extends EntryRecord> extends ObjectRemoval<R> {

    EntriesRemoval(EntriesKind<R> kind) {
        super(kind, Set.of("name", "source"));
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return RecordValidator.of(EntryRules::check);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R record) {
        return record.uniqueKeys();
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new EntriesWriter<>(context, true);
    }
}
