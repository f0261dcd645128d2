// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;

/**
 * An existing client scope with its rows.
 *
 * @param row its own row, managed by the chunk's entity manager
 * @param attributes values by name; a value may be {@code null}
 * @param mappers copies of its protocol mappers
 */
record StoredClientScope(
        ClientScopeEntity row,
        Map<String, String> attributes,
        List<ProtocolMapperEntity> mappers,
        Assignment assignment) {}
