// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import java.util.Map;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;

/**
 * An existing identity provider.
 *
 * @param row its own row, managed by the chunk's entity manager; its settings must not be read from it
 * @param config its settings
 */
record StoredProvider(IdentityProviderEntity row, Map<String, String> config) {}
