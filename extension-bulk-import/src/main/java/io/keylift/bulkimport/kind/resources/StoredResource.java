// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;

/**
 * An existing resource with its rows.
 *
 * @param row its own row, managed by the chunk's entity manager
 * @param attributes unordered values by name
 */
record StoredResource(ResourceEntity row, Set<String> uris, Set<String> scopes, Map<String, List<String>> attributes) {}
