// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Users;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.UserRepresentation;

/** The work on a record in one attempt to write its chunk: resolved names, and planned changes. */
final class UserChangesWork extends Work<UserChangesRecord> {

    /** The resolved roles and groups. */
    record Named(List<KnownRole> roles, List<String> groups) {}

    /** {@code null} if there is no such user. */
    Users.User user;

    Named added;
    Named removed;

    /** The user after the record; {@code null} after a reject. */
    UserState state;

    final List<KnownRole> granted = new ArrayList<>(0);
    final List<KnownRole> revoked = new ArrayList<>(0);
    final List<String> joined = new ArrayList<>(0);
    final List<String> left = new ArrayList<>(0);
    final List<FederatedIdentityRepresentation> linked = new ArrayList<>(0);
    final List<FederatedIdentityRepresentation> unlinked = new ArrayList<>(0);

    /** The body that the Admin API would get for the other changes; {@code null} if there are none. */
    UserRepresentation update;

    UserChangesWork(Item<UserChangesRecord> item) {
        super(item);
    }

    boolean isChange() {
        return update != null
                || !granted.isEmpty()
                || !revoked.isEmpty()
                || !joined.isEmpty()
                || !left.isEmpty()
                || !linked.isEmpty()
                || !unlinked.isEmpty();
    }

    @Override
    public Outcome outcome() {
        return isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
    }

    @Override
    public String id() {
        return user.id();
    }
}
