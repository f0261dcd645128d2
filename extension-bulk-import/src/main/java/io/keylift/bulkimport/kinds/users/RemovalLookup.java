// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.removal.RemovedUser;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the users that the records of a chunk name, locks them in the order of their ids, and checks which of them the
 * caller may remove. Runs four queries, and Keycloak's own if the permission depends on the user.
 */
final class RemovalLookup {

    private static final String OF_REALM = " from UserEntity u where " + RealmFilter.of("u") + " and ";

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, Found> byId = new HashMap<>();
    private final Map<String, Found> byUsername = new HashMap<>();
    private final Map<String, List<Found>> byEmail = new HashMap<>();

    RemovalLookup(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** A user of the realm; loading the entity would take most of the time of the look-up. */
    private record Found(RemovedUser user, boolean isOfStorage) {

        static Found of(Object[] row) {
            return new Found(new RemovedUser((String) row[0], (String) row[1], (String) row[2]), row[3] != null);
        }
    }

    /** Sets the users of these records. A record that stays open without one names a user that does not exist. */
    void find(List<UserToRemove> works) {
        load(works.stream().map(work -> work.record).toList());
        Set<String> named = new HashSet<>();
        for (UserToRemove work : works) {
            Found found = find(work.item, work.record);
            if (found != null && isRemovable(work.item, found, named)) {
                work.user = found.user();
            }
        }
    }

    private void load(Iterable<UserKey> keys) {
        Set<String> ids = new HashSet<>();
        Set<String> usernames = new HashSet<>();
        Set<String> emails = new HashSet<>();
        for (UserKey key : keys) {
            add(ids, key.id());
            add(usernames, key.username());
            add(emails, key.email());
        }
        Map<String, String> realm = Map.of("realm", context.realm().getId());
        rows.select(KeycloakKeys.USERNAME, context.realm().getId(), usernames).forEach(row -> ids.add((String) row[0]));
        ids.addAll(rows.list("select u.id" + OF_REALM + "u.email in (:values)", String.class, emails, realm));
        String users =
                "select u.id, u.username, u.email, u.federationLink" + OF_REALM + "u.id in (:values) order by u.id";
        List<Object[]> rowsOfUsers =
                context.spec().dryRun() ? rows.select(users, ids, realm) : rows.lock(users, Object[].class, ids, realm);
        for (Object[] row : rowsOfUsers) {
            Found found = Found.of(row);
            RemovedUser user = found.user();
            if (!mayKnow(user.id())) {
                continue;
            }
            byId.put(user.id(), found);
            byUsername.put(user.username(), found);
            if (user.email() != null) {
                byEmail.computeIfAbsent(user.email(), email -> new ArrayList<>(1))
                        .add(found);
            }
        }
    }

    /** A user whom the caller may neither view nor manage counts as unknown, except in an undo. */
    private boolean mayKnow(String id) {
        return context.spec().undoes() != null
                || ViewRights.of(context).mayViewUser(context, id)
                || Rights.of(context).mayManageUser(context, id);
    }

    private static void add(Set<String> names, String name) {
        if (name != null) {
            names.add(name);
        }
    }

    /** The one user a record names; {@code null} if there is none, or after a reject. */
    private Found find(Item<UserKey> item, UserKey key) {
        List<Found> ofEmail = key.email() == null ? List.of() : byEmail.getOrDefault(key.email(), List.of());
        if (key.id() == null && key.username() == null) {
            if (ofEmail.size() > 1) {
                item.reject(
                        RejectCode.CONFLICT,
                        "/email",
                        "Several users have this email address. Give `username` or `id`.");
            }
            return ofEmail.size() == 1 ? ofEmail.get(0) : null;
        }
        Found ofUsername = key.username() == null ? null : byUsername.get(key.username());
        Found user = key.id() == null ? ofUsername : byId.get(key.id());
        if (user == null && ofUsername == null && ofEmail.isEmpty()) {
            return null;
        }
        if (user == null) {
            item.reject(
                    RejectCode.CONFLICT,
                    ofUsername == null ? "/email" : "/username",
                    "The value belongs to another user");
        } else if (key.username() != null && !key.username().equals(user.user().username())) {
            item.reject(RejectCode.CONFLICT, "/username", "The user has another username");
        } else if (key.email() != null && !key.email().equals(user.user().email())) {
            item.reject(RejectCode.CONFLICT, "/email", "The user has another email address");
        }
        return item.isRejected() ? null : user;
    }

    private boolean isRemovable(Item<UserKey> item, Found found, Set<String> named) {
        if (!named.add(found.user().id())) {
            item.reject(RejectCode.DUPLICATE, "", "An earlier record of the same chunk names this user");
        } else if (!Rights.of(context).mayManageUser(context, found.user().id())) {
            item.reject(RejectCode.FORBIDDEN, "", "The caller does not have permission to manage this user");
        } else if (found.isOfStorage()) {
            item.reject(RejectCode.INVALID, "", "The user belongs to a user storage. Remove the user there.");
        }
        return !item.isRejected();
    }
}
