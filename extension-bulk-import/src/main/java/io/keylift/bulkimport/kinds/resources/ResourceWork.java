// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.table.EntityWork;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** A resource in one attempt to write its chunk. */
final class ResourceWork extends EntityWork<ResourceEntity, ResourceRecord> {

    /** Internal id of the client, which is that of its resource server. */
    String server;

    /** Id of the client or of a user. */
    String owner;

    /** The record's scopes, including those that this chunk creates. */
    final Set<ScopeEntity> scopes = new LinkedHashSet<>();

    /** Ids of the scopes that this record creates, by name. */
    final Map<String, String> addedScopes = new HashMap<>(0);

    ResourceWork(Item<ResourceRecord> item) {
        super(item);
    }
}
