// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.PolicyEntity;

/**
 * An existing policy or permission with its rows.
 *
 * @param row its own row, managed by the chunk's entity manager
 * @param policies ids of the policies that it applies
 */
record StoredPolicy(
        PolicyEntity row, Map<String, String> config, Set<String> policies, Set<String> resources, Set<String> scopes) {

    static final StoredPolicy NONE = new StoredPolicy(null, Map.of(), Set.of(), Set.of(), Set.of());
}
