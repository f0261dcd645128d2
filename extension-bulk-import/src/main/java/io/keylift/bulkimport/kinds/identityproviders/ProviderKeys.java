// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/** Finds identity providers by their aliases. */
final class ProviderKeys {

    /** Selects internal id and alias of an identity provider. */
    private static final LookupKey ALIAS = LookupKey.of(
                    "IdentityProviderEntity", "IDENTITY_PROVIDER", "internalId, alias", "INTERNAL_ID, PROVIDER_ALIAS")
            .inRealm()
            .by("alias", "PROVIDER_ALIAS")
            .ordered();

    private ProviderKeys() {}

    /** Ids by alias; aliases without an identity provider are missing. */
    static Map<String, String> ids(Queries rows, String realmId, Collection<String> aliases) {
        Map<String, String> ids = new HashMap<>();
        rows.select(ALIAS, realmId, new HashSet<>(aliases)).forEach(row -> ids.put((String) row[1], (String) row[0]));
        return ids;
    }
}
