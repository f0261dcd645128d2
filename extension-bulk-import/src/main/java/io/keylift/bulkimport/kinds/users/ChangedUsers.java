// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.spi.ChangedObjects;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.models.jpa.entities.UserEntity;

/** The users that records of {@code user-changes} change. */
final class ChangedUsers implements ChangedObjects<UserChangesRecord, UserRecord> {

    private static final Set<String> FIELDS = Set.of(
            "id",
            "username",
            "email",
            "emailVerified",
            "firstName",
            "lastName",
            "attributes",
            "requiredActions",
            "realmRoles",
            "clientRoles",
            "groups",
            "federatedIdentities",
            "federationLink");

    @Override
    public ImportKind<UserRecord, ?> kind() {
        return new UsersKind();
    }

    @Override
    public Set<String> fields() {
        return FIELDS;
    }

    /** By username, because a record can change the email address that names its user. */
    @Override
    public List<UserRecord> keys(ExportContext context, List<UserChangesRecord> records) {
        Queries rows = new Queries(context.entityManager());
        Users users = Users.inTables(context, rows);
        records.forEach(record -> users.need(record.user()));
        users.load();
        List<UserRecord> keys = new ArrayList<>(records.size());
        List<String> ids = new ArrayList<>(records.size());
        for (UserChangesRecord record : records) {
            Users.User user = users.user(record.user());
            keys.add(key(record, user));
            ids.add(user == null ? null : user.id());
        }
        rows.lock(
                "select u from UserEntity u where u.id in (:values) order by u.id",
                UserEntity.class,
                ids.stream().filter(Objects::nonNull).distinct().toList(),
                Map.of());
        return keys;
    }

    private static UserRecord key(UserChangesRecord record, Users.User user) {
        UserRecord key = new UserRecord();
        if (user != null) {
            key.setUsername(user.username());
        } else {
            // Rejected unless another transaction adds the user meanwhile.
            key.setId(record.userId());
            key.setUsername(record.username());
            key.setEmail(record.email());
        }
        return key;
    }
}
