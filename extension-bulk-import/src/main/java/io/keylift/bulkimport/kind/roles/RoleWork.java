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

/** A record in one attempt to write its chunk, with the current ids of what it names. */
final class RoleWork extends KeyedWork<RoleRecord> {

    /** The client the role belongs to, {@code null} for a role of the realm. */
    KnownClient client;

    /** The parts of the composite role in the record, by id. */
    final Map<String, KnownRole> composites = new LinkedHashMap<>(0);

    /** Internal ids of the clients that the composites name, including those with an empty list. */
    final Set<String> clientsOfComposites = new HashSet<>(0);

    /** The change of an existing role; {@code null} if it is new or not changed. */
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
