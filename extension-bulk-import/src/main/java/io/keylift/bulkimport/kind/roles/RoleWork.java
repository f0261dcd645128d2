// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A record in one attempt to write its chunk, and what its names stand for in the realm just now. */
final class RoleWork {

    final Item<RoleRecord> item;
    final RoleRecord record;

    /** The client the role belongs to, {@code null} for a role of the realm. */
    KnownClient client;

    /** Id of the role that has the record's name already, or {@code null}. */
    String existingId;

    /** The id the role has after the write. */
    String id;

    /** The roles the record composes the role of, by id. */
    final Map<String, KnownRole> composites = new LinkedHashMap<>(0);

    /** Internal ids of the clients that the composites name, also of those they name no role of. */
    final Set<String> clientsOfComposites = new HashSet<>(0);

    /** What is to change; {@code null} for a new role and for one that is left alone. */
    RoleChange change;

    RoleWork(Item<RoleRecord> item) {
        this.item = item;
        this.record = item.record();
    }

    /** Neither rejected nor put off. */
    boolean isOpen() {
        return item.isOpen();
    }

    boolean isNew() {
        return existingId == null;
    }

    boolean isChange() {
        return change != null && change.isChange();
    }

    KnownRole role() {
        return new KnownRole(id, record.name(), client);
    }
}
