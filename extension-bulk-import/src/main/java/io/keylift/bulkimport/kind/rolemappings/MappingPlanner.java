// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which mappings a record adds and removes. Overwriting replaces the realm roles and the roles of each client
 * that the record has a list for, except that a user keeps the realm's default role. In all other modes, the record
 * adds what is missing.
 */
final class MappingPlanner {

    private final ImportContext context;
    private final IfExists ifExists;
    private final String defaultRole;
    private final Set<String> overwritten = new HashSet<>();

    MappingPlanner(ImportContext context) {
        this.context = context;
        ifExists = context.spec().ifExists();
        defaultRole = context.realm().getDefaultRole().getId();
    }

    /** @param stored the roles of the subject by id; updated with the planned changes */
    void plan(MappingWork work, Map<String, KnownRole> stored) {
        if (ifExists == IfExists.OVERWRITE && !overwritten.add(work.subject)) {
            // Two records can name the same user in different ways.
            work.item.reject(
                    RejectCode.DUPLICATE,
                    work.record.pointer(),
                    "An earlier record of the same chunk overwrites the roles of this user, group or department");
            return;
        }
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
                    "The user, group or department already has all of these roles");
        }
        if (work.isOpen()) {
            work.added.forEach(role -> stored.put(role.id(), role));
            work.removed.forEach(role -> stored.remove(role.id()));
        }
    }

    private void planRemovals(MappingWork work, Map<String, KnownRole> stored) {
        Set<String> wanted = work.wanted.roles().stream().map(KnownRole::id).collect(Collectors.toSet());
        boolean keepsDefault = !work.record.isOfGroup();
        for (KnownRole role : List.copyOf(stored.values())) {
            if (wanted.contains(role.id())) {
                continue;
            }
            if (role.client() == null) {
                if (work.record.roles().realmRoles() != null
                        && !(keepsDefault && role.id().equals(defaultRole))) {
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

    private void remove(MappingWork work, KnownRole role, String pointer) {
        if (Rights.of(context).mayMapRole(context, role)) {
            work.removed.add(role);
        } else {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    pointer,
                    "The caller does not have permission to unassign a role that the user, group or department has");
        }
    }
}
