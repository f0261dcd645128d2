// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which mappings a record adds and removes. Overwriting replaces the realm roles, and the roles of each client
 * for which the record has a list, except roles that the subject keeps. In all other modes, the record adds missing
 * roles.
 */
final class MappingPlanner {

    private final ImportContext context;
    private final String subject;
    private final Roles.Permission permission;
    private final IfExists ifExists;
    private final Set<String> overwritten = new HashSet<>();

    /**
     * @param subject noun for the subject in messages
     * @param permission permission that each role requires
     */
    MappingPlanner(ImportContext context, String subject, Roles.Permission permission) {
        this.context = context;
        this.subject = subject;
        this.permission = permission;
        ifExists = context.spec().ifExists();
    }

    /** @param stored the roles of the subject by id; updated with the planned changes */
    void plan(MappingWork<?> work, Map<String, KnownRole> stored) {
        if (ifExists == IfExists.OVERWRITE && !overwritten.add(work.subject())) {
            // Two records can name the same user in different ways.
            work.item.reject(
                    RejectCode.DUPLICATE,
                    work.record.pointer(),
                    "An earlier record of the same chunk overwrites the roles of this " + subject);
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
            planReplacement(work, stored);
        } else if (ifExists == IfExists.FAIL && work.hadSome && !work.isChange()) {
            work.item.reject(
                    RejectCode.EXISTS, work.record.pointer(), "The " + subject + " already has all of these roles");
        }
        if (work.isOpen()) {
            work.added.forEach(role -> stored.put(role.id(), role));
            work.removed.forEach(role -> stored.remove(role.id()));
        }
    }

    private void planReplacement(MappingWork<?> work, Map<String, KnownRole> stored) {
        Set<String> wanted = work.wanted.roles().stream().map(KnownRole::id).collect(Collectors.toSet());
        for (KnownRole role : List.copyOf(stored.values())) {
            if (wanted.contains(role.id()) || work.keeps(role)) {
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

    private void remove(MappingWork<?> work, KnownRole role, String pointer) {
        if (permission.allows(Rights.of(context), context, role)) {
            work.removed.add(role);
        } else {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    pointer,
                    "The caller does not have permission to unassign a role that the " + subject + " has");
        }
    }

    /** Plans the removal of the roles. The caller's permission has been checked before. */
    static void planRemoval(MappingWork<?> work, Map<String, KnownRole> stored) {
        for (KnownRole role : work.wanted.roles()) {
            if (stored.remove(role.id()) != null) {
                work.removed.add(role);
            }
        }
    }
}
