// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.RejectCode;
import io.keylift.bulkimport.rows.RealmKey;
import io.keylift.bulkimport.rows.Rows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds the owners of a chunk's resources: a client itself or a user, by id or by name. */
final class Owners {

    private final ImportContext context;
    private final Rows rows;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, String> byName = new HashMap<>();

    Owners(ImportContext context, Rows rows) {
        this.context = context;
        this.rows = rows;
    }

    void resolve(List<ResourceWork> works) {
        Set<String> named = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (ResourceWork work : works) {
            if (work.record.ownerName() != null) {
                named.add(work.record.ownerName());
                names.add(lower(work.record.ownerName()));
            }
        }
        String realm = context.realm().getId();
        // The expression keeps PostgreSQL from reading all users of the realm instead of the few that are named.
        ids.addAll(rows.list(
                "select u.id from UserEntity u where concat(u.realmId, '') = :realm and u.id in (:values)",
                String.class,
                named,
                Map.of("realm", realm)));
        rows.select(RealmKey.USERNAME, realm, names).forEach(row -> byName.put((String) row[1], (String) row[0]));
        works.forEach(this::resolve);
    }

    /** An id counts before a name, as in Keycloak. */
    private void resolve(ResourceWork work) {
        String name = work.record.ownerName();
        if (name == null || name.equals(work.server) || isClientByName(work.record)) {
            work.owner = work.server;
        } else {
            boolean nameOnly = work.record.getOwner().getId() == null;
            work.owner = !nameOnly && ids.contains(name) ? name : byName.get(lower(name));
            if (work.owner == null) {
                work.item.reject(
                        RejectCode.UNKNOWN_USER, "/owner", "The owner is neither the client nor a user of the realm");
            }
        }
    }

    private static boolean isClientByName(ResourceRecord record) {
        return record.getOwner().getId() == null
                && record.getClient().equals(record.getOwner().getName());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
