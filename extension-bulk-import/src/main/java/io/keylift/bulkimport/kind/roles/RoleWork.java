// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A record in one attempt to write its chunk, and what its names stand for in the realm just now. */
final class RoleWork extends KeyedWork<RoleRecord> {

    /** The client the role belongs to, {@code null} for a role of the realm. */
    KnownClient client;

    /** The roles the record composes the role of, by id. */
    final Map<String, KnownRole> composites = new LinkedHashMap<>(0);

    /** Internal ids of the clients that the composites name, also of those they name no role of. */
    final Set<String> clientsOfComposites = new HashSet<>(0);

    /** What is to change; {@code null} for a new role and for one that is left alone. */
    RoleChange change;

    RoleWork(Item<RoleRecord> item) {
        super(item);
    }

    @Override
    public boolean isChange() {
        return change != null && change.isChange();
    }

    KnownRole role() {
        return new KnownRole(id, record.name(), client);
    }
}
