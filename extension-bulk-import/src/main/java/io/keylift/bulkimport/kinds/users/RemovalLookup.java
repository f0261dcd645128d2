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
import org.keycloak.models.jpa.entities.UserEntity;

/**
 * Finds the users that the records of a chunk name, locks them in the order of their ids, and checks which of them the
 * caller may remove. Runs four queries, and Keycloak's own if the permission depends on the user.
 */
final class RemovalLookup {

    private static final String OF_REALM = " from UserEntity u where " + RealmFilter.of("u") + " and ";

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, UserEntity> byId = new HashMap<>();
    private final Map<String, UserEntity> byUsername = new HashMap<>();
    private final Map<String, List<UserEntity>> byEmail = new HashMap<>();

    RemovalLookup(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** Sets the users of these records. A record that stays open without one names a user that does not exist. */
    void find(List<UserToRemove> works) {
        load(works.stream().map(work -> work.record).toList());
        Set<String> named = new HashSet<>();
        for (UserToRemove work : works) {
            UserEntity user = user(work.item, work.record);
            if (user != null && isRemovable(work.item, user, named)) {
                work.user = new RemovedUser(user.getId(), user.getUsername(), user.getEmail());
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
        String users = "select u" + OF_REALM + "u.id in (:values) order by u.id";
        List<UserEntity> found = context.spec().dryRun()
                ? rows.list(users, UserEntity.class, ids, realm)
                : rows.lock(users, UserEntity.class, ids, realm);
        for (UserEntity user : found) {
            if (!mayKnow(user.getId())) {
                continue;
            }
            byId.put(user.getId(), user);
            byUsername.put(user.getUsername(), user);
            if (user.getEmail() != null) {
                byEmail.computeIfAbsent(user.getEmail(), email -> new ArrayList<>(1))
                        .add(user);
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
    private UserEntity user(Item<UserKey> item, UserKey key) {
        List<UserEntity> ofEmail = key.email() == null ? List.of() : byEmail.getOrDefault(key.email(), List.of());
        if (key.id() == null && key.username() == null) {
            if (ofEmail.size() > 1) {
                item.reject(
                        RejectCode.CONFLICT,
                        "/email",
                        "Several users have this email address. Give `username` or `id`.");
            }
            return ofEmail.size() == 1 ? ofEmail.get(0) : null;
        }
        UserEntity ofUsername = key.username() == null ? null : byUsername.get(key.username());
        UserEntity user = key.id() == null ? ofUsername : byId.get(key.id());
        if (user == null && ofUsername == null && ofEmail.isEmpty()) {
            return null;
        }
        if (user == null) {
            item.reject(
                    RejectCode.CONFLICT,
                    ofUsername == null ? "/email" : "/username",
                    "The value belongs to another user");
        } else if (key.username() != null && !key.username().equals(user.getUsername())) {
            item.reject(RejectCode.CONFLICT, "/username", "The user has another username");
        } else if (key.email() != null && !key.email().equals(user.getEmail())) {
            item.reject(RejectCode.CONFLICT, "/email", "The user has another email address");
        }
        return item.isRejected() ? null : user;
    }

    private boolean isRemovable(Item<UserKey> item, UserEntity user, Set<String> named) {
        if (!named.add(user.getId())) {
            item.reject(RejectCode.DUPLICATE, "", "An earlier record of the same chunk names this user");
        } else if (!Rights.of(context).mayManageUser(context, user.getId())) {
            item.reject(RejectCode.FORBIDDEN, "", "The caller does not have permission to manage this user");
        } else if (user.getFederationLink() != null) {
            item.reject(RejectCode.INVALID, "", "The user belongs to a user storage. Remove the user there.");
        }
        return !item.isRejected();
    }
}
