// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.Roles;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.ArrayList;
import java.util.List;

/** A record in one attempt to write its chunk, and what its names stand for in the realm just now. */
class MappingWork extends Work<RoleMapping> {

    /** Id of the user, group or department, or {@code null} if there is none. */
    String subject;

    /** Id of the department's organization; {@code null} for a user or a group of the realm. */
    String organization;

    /** Whether the subject is a user of a user storage. */
    boolean ofStorage;

    /** The roles the record names. */
    Roles.Mappings wanted;

    final List<KnownRole> added = new ArrayList<>(2);
    final List<KnownRole> removed = new ArrayList<>(0);

    /** Whether the subject has some of the roles already. */
    boolean hadSome;

    MappingWork(Item<RoleMapping> item) {
        super(item);
    }

    final boolean isFound() {
        return isOpen() && subject != null;
    }

    final boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty();
    }

    @Override
    public Outcome outcome() {
        if (!isChange()) {
            return Outcome.SKIPPED;
        }
        return hadSome || !removed.isEmpty() ? Outcome.UPDATED : Outcome.ADDED;
    }

    @Override
    public String id() {
        return subject;
    }
}
