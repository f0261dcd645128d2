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
 * caller may remove. Runs six queries at most, and Keycloak's own if the permission depends on the user.
 */
final class RemovalLookup {

    private static final String OF_REALM = " from UserEntity u where " + RealmFilter.of("u") + " and ";

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, Found> byId = new HashMap<>();
    private final Map<String, Found> byUsername = new HashMap<>();
    private final Map<String, List<Found>> byEmail = new HashMap<>();

    /** Names of users that are in records which identify no user. */
    private final Set<String> otherUsernames = new HashSet<>();

    private final Set<String> otherEmails = new HashSet<>();

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
        lockNamed(works);
        findOthers(works.stream()
                .map(work -> work.record)
                .filter(key -> named(key).isEmpty())
                .toList());
        Set<String> named = new HashSet<>();
        for (UserToRemove work : works) {
            Found found = find(work.item, work.record);
            if (found != null && isRemovable(work.item, found, named)) {
                work.user = found.user();
            }
        }
    }

    /** Locks the users that the records identify. */
    private void lockNamed(List<UserToRemove> works) {
        Set<String> ids = new HashSet<>();
        Set<String> usernames = new HashSet<>();
        Set<String> emails = new HashSet<>();
        for (UserToRemove work : works) {
            UserKey key = work.record;
            if (key.id() != null) {
                ids.add(key.id());
            } else if (key.username() != null) {
                usernames.add(key.username());
            } else {
                emails.add(key.email());
            }
        }
        ids.addAll(idsOf(usernames, emails));
        String users =
                "select u.id, u.username, u.email, u.federationLink" + OF_REALM + "u.id in (:values) order by u.id";
        List<Object[]> found = context.spec().dryRun()
                ? rows.select(users, ids, realm())
                : rows.lock(users, Object[].class, ids, realm());
        found.stream().map(Found::of).filter(user -> mayKnow(user.user().id())).forEach(user -> {
            byId.put(user.user().id(), user);
            byUsername.put(user.user().username(), user);
            if (user.user().email() != null) {
                byEmail.computeIfAbsent(user.user().email(), email -> new ArrayList<>(1))
                        .add(user);
            }
        });
    }

    private Map<String, String> realm() {
        return Map.of("realm", context.realm().getId());
    }

    private Set<String> idsOf(Set<String> usernames, Set<String> emails) {
        Set<String> ids = new HashSet<>();
        rows.select(KeycloakKeys.USERNAME, context.realm().getId(), usernames).forEach(row -> ids.add((String) row[0]));
        ids.addAll(rows.list("select u.id" + OF_REALM + "u.email in (:values)", String.class, emails, realm()));
        return ids;
    }

    /** Finds the users with the other names of records that identify none. */
    private void findOthers(List<UserKey> keys) {
        Set<String> usernames = new HashSet<>();
        Set<String> emails = new HashSet<>();
        for (UserKey key : keys) {
            if (key.id() != null && key.username() != null) {
                usernames.add(key.username());
            }
            if ((key.id() != null || key.username() != null) && key.email() != null) {
                emails.add(key.email());
            }
        }
        rows
                .select(
                        "select u.id, u.username, u.email" + OF_REALM + "u.id in (:values)",
                        idsOf(usernames, emails),
                        realm())
                .stream()
                .filter(row -> mayKnow((String) row[0]))
                .forEach(row -> {
                    otherUsernames.add((String) row[1]);
                    if (row[2] != null) {
                        otherEmails.add((String) row[2]);
                    }
                });
    }

    /** A user whom the caller may neither view nor manage counts as unknown, except in an undo. */
    private boolean mayKnow(String id) {
        return context.spec().undoes() != null
                || ViewRights.of(context).mayViewUser(context, id)
                || Rights.of(context).mayManageUser(context, id);
    }

    /** The users that a record identifies: several only by an email address. */
    private List<Found> named(UserKey key) {
        if (key.id() == null && key.username() == null) {
            return byEmail.getOrDefault(key.email(), List.of());
        }
        Found user = key.id() == null ? byUsername.get(key.username()) : byId.get(key.id());
        return user == null ? List.of() : List.of(user);
    }

    /** The one user a record names; {@code null} if there is none, or after a reject. */
    private Found find(Item<UserKey> item, UserKey key) {
        List<Found> named = named(key);
        if (named.size() > 1) {
            item.reject(
                    RejectCode.CONFLICT, "/email", "Several users have this email address. Give `username` or `id`.");
            return null;
        }
        if (named.isEmpty()) {
            rejectOther(item, key);
            return null;
        }
        RemovedUser user = named.get(0).user();
        if (key.username() != null && !key.username().equals(user.username())) {
            item.reject(RejectCode.CONFLICT, "/username", "The user has another username");
        } else if (key.email() != null && !key.email().equals(user.email())) {
            item.reject(RejectCode.CONFLICT, "/email", "The user has another email address");
        }
        return item.isRejected() ? null : named.get(0);
    }

    /** Rejects a record that identifies no user, and has a name of another one. */
    private void rejectOther(Item<UserKey> item, UserKey key) {
        boolean username = otherUsernames.contains(key.username());
        if (username || otherEmails.contains(key.email())) {
            item.reject(RejectCode.CONFLICT, username ? "/username" : "/email", "The value belongs to another user");
        }
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
