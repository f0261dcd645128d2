// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.MappingWork;
import io.keylift.bulkimport.kind.spi.Item;

/** A record that maps roles to a user, group or department, in one attempt to write its chunk. */
final class RoleMappingWork extends MappingWork<RoleMapping> {

    private final String defaultRole;

    /** Id of the department's organization; {@code null} for a user or a group of the realm. */
    String organization;

    /** Whether the subject is a user of a user storage. */
    boolean ofStorage;

    /** @param defaultRole id of the realm's default role */
    RoleMappingWork(Item<RoleMapping> item, boolean removal, String defaultRole) {
        super(item, removal);
        this.defaultRole = defaultRole;
    }

    /** A user keeps the realm's default role. */
    @Override
    protected boolean keeps(KnownRole role) {
        return !record.isOfGroup() && role.id().equals(defaultRole);
    }
}
