// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import java.util.Set;

/**
 * The removal of policies or permissions by their clients and names.
 *
 * @param <R> class of a record
 */
final class PoliciesRemoval<R extends AuthorizationRecord> extends KeyRemoval<R> {

    PoliciesRemoval(AuthorizationKind<R> kind) {
        super(kind, Set.of("client", "name"), context -> new PoliciesRemover<>(context, kind.family()));
    }

    @Override
    public RecordValidator<R, R> validator(ImportContext context) {
        return ResourceServerRules.validator(PolicyRules::checkKey);
    }
}
