// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The removal of identity providers by their aliases. */
final class IdentityProvidersRemoval extends ObjectRemoval<IdentityProviderRecord> {

    IdentityProvidersRemoval(IdentityProvidersKind kind) {
        super(kind, Set.of("alias"));
    }

    @Override
    public RecordValidator<IdentityProviderRecord, IdentityProviderRecord> validator(ImportContext context) {
        return RecordValidator.of(IdentityProviderRules::checkAlias);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(IdentityProviderRecord provider) {
        return List.of(provider.uniqueKeys().get(0));
    }

    @Override
    public ChunkWriter<IdentityProviderRecord> writer(ImportContext context) {
        return new IdentityProvidersRemover(context);
    }
}
