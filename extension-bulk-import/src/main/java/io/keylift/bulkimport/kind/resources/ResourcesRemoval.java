// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/** The removal of resources by their clients, names and owners. */
final class ResourcesRemoval extends ObjectRemoval<ResourceRecord> {

    private final ResourcesKind kind;

    ResourcesRemoval(ResourcesKind kind) {
        super(kind, Set.of("client", "name", "owner"));
        this.kind = kind;
    }

    @Override
    public RecordValidator<ResourceRecord, ResourceRecord> validator(ImportContext context) {
        return kind.validator(context);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ResourceRecord resource) {
        return kind.uniqueKeys(resource);
    }

    @Override
    public ChunkWriter<ResourceRecord> writer(ImportContext context) {
        return new ResourcesRemover(context);
    }
}
