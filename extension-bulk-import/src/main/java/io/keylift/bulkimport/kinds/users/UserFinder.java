// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Finds the users that records name: by username or, without one, by the email address or, without both, by id. If the
 * realm uses email addresses as usernames, a record is found by its email address, as in an import.
 */
final class UserFinder {

    private final ReadContext context;
    private final Queries rows;

    UserFinder(ReadContext context) {
        this.context = context;
        rows = new Queries(context.entityManager());
    }

    /** Ids of the users in the order of the records; {@code null} where there is none. */
    List<String> find(List<UserRecord> records) {
        boolean emailIsUsername = context.realm().isRegistrationEmailAsUsername();
        List<UserKey> keys = records.stream()
                .map(record -> key(record, emailIsUsername && !record.isServiceAccount()))
                .toList();
        Map<String, String> byUsername = new HashMap<>();
        rows.select(KeycloakKeys.USERNAME, context.realm().getId(), values(keys, UserKey::username))
                .forEach(row -> byUsername.put((String) row[1], (String) row[0]));
        Map<String, List<String>> byEmail = by("email", values(keys, UserFinder::email));
        Map<String, List<String>> byId = by("id", values(keys, UserFinder::id));
        return keys.stream()
                .map(key -> key.username() != null
                        ? byUsername.get(key.username())
                        : key.email() != null ? only(byEmail.get(key.email())) : only(byId.get(key.id())))
                .toList();
    }

    private static UserKey key(UserRecord record, boolean emailIsUsername) {
        UserKey key = UserKey.of(record);
        return emailIsUsername && key.email() != null ? new UserKey(key.id(), key.email(), null) : key;
    }

    private static String email(UserKey key) {
        return key.username() == null ? key.email() : null;
    }

    private static String id(UserKey key) {
        return key.username() == null && key.email() == null ? key.id() : null;
    }

    private static Collection<String> values(List<UserKey> keys, Function<UserKey, String> value) {
        return keys.stream().map(value).filter(Objects::nonNull).toList();
    }

    private Map<String, List<String>> by(String property, Collection<String> values) {
        Map<String, List<String>> ids = new HashMap<>();
        rows.select(
                        "select u." + property + ", u.id from UserEntity u where " + RealmFilter.of("u") + " and u."
                                + property + " in (:values)",
                        values,
                        Map.of("realm", context.realm().getId()))
                .forEach(row -> ids.computeIfAbsent((String) row[0], any -> new ArrayList<>(1))
                        .add((String) row[1]));
        return ids;
    }

    /** The only id, or {@code null}. Several users may have one email address, which then names none of them. */
    private static String only(List<String> ids) {
        return ids == null || ids.size() > 1 ? null : ids.get(0);
    }
}
