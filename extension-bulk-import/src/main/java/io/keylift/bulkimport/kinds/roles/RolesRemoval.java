// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/** The removal of roles by their names and clients. */
final class RolesRemoval extends ObjectRemoval<RoleRecord> {

    RolesRemoval(RolesKind kind) {
        super(kind, Set.of("name", "client", "clientRole", "containerId"));
    }

    @Override
    public RecordValidator<RoleRecord, RoleRecord> validator(ImportContext context) {
        return RecordValidator.of(RoleRules::check);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(RoleRecord role) {
        return role.uniqueKeys();
    }

    @Override
    public ChunkWriter<RoleRecord> writer(ImportContext context) {
        return new RolesRemover(context);
    }
}
