// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.kind.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.removal.ObjectRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;

/**
 * The removal of policies or permissions by their clients and names.
 *
 * @param <R> class of a record
 */
final class PoliciesRemoval<R extends AuthorizationRecord> extends ObjectRemoval<R> {

    private final AuthorizationKind<R> kind;

    PoliciesRemoval(AuthorizationKind<R> kind) {
        super(kind, Set.of("client", "name"));
        this.kind = kind;
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return ResourceServerRules.validator(PolicyRules::checkKey);
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(R record) {
        return kind.uniqueKeys(record);
    }

    @Override
    public ChunkWriter<R> writer(ImportContext context) {
        return new PoliciesRemover<>(context, kind.family());
    }
}
