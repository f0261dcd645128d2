// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.request.Pointers;
import java.util.List;
import org.keycloak.representations.idm.MembershipType;

/** A user and the group that the user joins. */
interface MemberContent {

    /** Alias of the organization, or its id; {@code null} for a membership in a group of the realm. */
    String organization();

    String username();

    String email();

    String userId();

    /** Path of the department; {@code null} for a membership in the organization itself. */
    String department();

    /** Path of a group of the realm; {@code null} for a membership in an organization. */
    default String group() {
        return null;
    }

    /** {@code null} if the record does not give it. */
    MembershipType membershipType();

    default Users.Name user() {
        return new Users.Name(username(), email(), userId());
    }

    /** Whether the record names a user at all. */
    default boolean namesUser() {
        return username() != null || email() != null || userId() != null;
    }

    /** Key of the record in rejects. */
    default String key() {
        return (organization() == null ? group() : organization())
                + (department() == null ? "" : ":" + department())
                + (namesUser() ? ":" + user().key() : "");
    }

    /** A record can name a user in several ways; only the look-up shows whether two records name the same user. */
    default List<UniqueKey> uniqueKeys() {
        String group = organization() == null
                ? group().replaceAll("^/|/$", "")
                : Pointers.escape(organization()) + "/" + (department() == null ? "" : department());
        return List.of(new UniqueKey("membership", group + "\n" + user().key(), user().pointer()));
    }
}
