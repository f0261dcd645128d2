// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which roles a record adds to a scope and which it takes out. Overwriting replaces the realm roles and the
 * roles of each client that the record has a list for. In all other modes, the record adds what is missing.
 */
final class ScopeMappingPlanner {

    private final ImportContext context;
    private final IfExists ifExists;

    ScopeMappingPlanner(ImportContext context) {
        this.context = context;
        ifExists = context.spec().ifExists();
    }

    /** @param stored the roles in the scope by id; updated with the planned changes */
    void plan(ScopeMappingWork work, Map<String, KnownRole> stored) {
        for (KnownRole role : work.wanted.roles()) {
            if (stored.containsKey(role.id())) {
                work.hadSome = true;
            } else if (!work.added.contains(role)) {
                work.added.add(role);
            }
        }
        if (ifExists == IfExists.OVERWRITE) {
            planRemovals(work, stored);
        } else if (ifExists == IfExists.FAIL && work.hadSome && !work.isChange()) {
            work.item.reject(
                    RejectCode.EXISTS,
                    work.record.pointer(),
                    "The scope of the client or client scope already has all of these roles");
        }
        if (work.isOpen()) {
            work.added.forEach(role -> stored.put(role.id(), role));
            work.removed.forEach(role -> stored.remove(role.id()));
        }
    }

    private void planRemovals(ScopeMappingWork work, Map<String, KnownRole> stored) {
        Set<String> wanted = work.wanted.roles().stream().map(KnownRole::id).collect(Collectors.toSet());
        for (KnownRole role : List.copyOf(stored.values())) {
            if (wanted.contains(role.id())) {
                continue;
            }
            if (role.client() == null) {
                if (work.record.roles().realmRoles() != null) {
                    remove(work, role, "/realmRoles");
                }
            } else {
                KnownClient client = work.wanted.clients().get(role.client().id());
                if (client != null) {
                    String pointer = Pointers.to("/clientRoles", client.clientId());
                    remove(work, new KnownRole(role.id(), role.name(), client), pointer);
                }
            }
        }
    }

    private void remove(ScopeMappingWork work, KnownRole role, String pointer) {
        if (Rights.of(context).mayScopeRole(context, role)) {
            work.removed.add(role);
        } else {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    pointer,
                    "The caller does not have permission to take out a role that the scope has");
        }
    }

    /** For a removal. The permission for the roles that the record names has been checked. */
    static void planRemoval(ScopeMappingWork work, Map<String, KnownRole> stored) {
        for (KnownRole role : work.wanted.roles()) {
            if (stored.remove(role.id()) != null) {
                work.removed.add(role);
            }
        }
    }
}
