// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.table.EntityWork;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.RoleEntity;

/** The work on a record in one attempt to write its chunk, with the ids of its references. */
final class RoleWork extends EntityWork<RoleEntity, RoleRecord> {

    /** The client the role belongs to, {@code null} for a role of the realm. */
    KnownClient client;

    /** The roles in the composite role of the record, by id. */
    final Map<String, KnownRole> composites = new LinkedHashMap<>(0);

    /** Internal ids of the clients that the composites name, including those with an empty list. */
    final Set<String> clientsOfComposites = new HashSet<>(0);

    RoleWork(Item<RoleRecord> item) {
        super(item);
    }

    KnownRole role() {
        return new KnownRole(id, record.name(), client);
    }

    /** Whether the record gives the list of composites of this client or, if that is {@code null}, of the realm. */
    boolean givesComposites(String clientId) {
        return clientId == null ? record.composites().realm() != null : clientsOfComposites.contains(clientId);
    }

    List<CompositeTable.Part> addedComposites() {
        return CompositeTable.without(plan().after(RoleTable.COMPOSITES), stored().get(RoleTable.COMPOSITES));
    }

    List<CompositeTable.Part> removedComposites() {
        return CompositeTable.without(stored().get(RoleTable.COMPOSITES), plan().after(RoleTable.COMPOSITES));
    }
}
