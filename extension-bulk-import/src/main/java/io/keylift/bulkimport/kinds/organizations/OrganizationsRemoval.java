// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The removal of organizations by their aliases. */
final class OrganizationsRemoval extends ObjectRemoval<OrganizationRecord> {

    OrganizationsRemoval(OrganizationsKind kind) {
        super(kind, Set.of("alias", "name"));
    }

    @Override
    public RecordValidator<OrganizationRecord, OrganizationRecord> validator(ImportContext context) {
        return RecordValidator.of(
                Organizations.areEnabled(context) ? OrganizationRules::checkAlias : OrganizationRules::rejectDisabled);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(OrganizationRecord organization) {
        return List.of(organization.uniqueKeys().get(0));
    }

    @Override
    public ChunkWriter<OrganizationRecord> writer(ImportContext context) {
        return new OrganizationsRemover(context);
    }
}
