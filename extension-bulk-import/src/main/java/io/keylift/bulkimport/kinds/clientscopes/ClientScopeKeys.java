// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Finds client scopes by their names. */
final class ClientScopeKeys {

    private ClientScopeKeys() {}

    /** Ids by name; names without a client scope are missing. */
    static Map<String, String> ids(Queries rows, String realmId, Collection<String> names) {
        Map<String, String> ids = new HashMap<>();
        rows.select(KeycloakKeys.CLIENT_SCOPE_NAME, realmId, names)
                .forEach(row -> ids.put((String) row[1], (String) row[0]));
        return ids;
    }
}
