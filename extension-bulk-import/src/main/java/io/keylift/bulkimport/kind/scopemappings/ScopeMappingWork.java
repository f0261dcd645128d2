// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopemappings;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.Roles;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.ArrayList;
import java.util.List;

/** A record in one attempt to write its chunk, and what its names stand for in the realm just now. */
final class ScopeMappingWork extends Work<ScopeMapping> {

    private final boolean removal;

    /** Internal id of the client or client scope, or {@code null} if there is none. */
    String owner;

    /** The roles the record names. */
    Roles.Mappings wanted;

    final List<KnownRole> added = new ArrayList<>(2);
    final List<KnownRole> removed = new ArrayList<>(0);

    /** Whether some of the roles are in the scope already. */
    boolean hadSome;

    ScopeMappingWork(Item<ScopeMapping> item, boolean removal) {
        super(item);
        this.removal = removal;
    }

    boolean isFound() {
        return isOpen() && owner != null;
    }

    boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty();
    }

    @Override
    public Outcome outcome() {
        if (!isChange()) {
            return Outcome.SKIPPED;
        }
        if (removal) {
            return Outcome.REMOVED;
        }
        return hadSome || !removed.isEmpty() ? Outcome.UPDATED : Outcome.ADDED;
    }

    @Override
    public String id() {
        return owner;
    }

    @Override
    protected void done() {
        if (removal && isChange()) {
            item.removed(
                    owner, removed.stream().map(role -> owner + ":" + role.id()).toList());
        } else {
            super.done();
        }
    }
}
