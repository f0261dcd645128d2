// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import java.util.HashSet;
import java.util.Set;

/**
 * Plans the changes that a record makes to its user. It removes before it adds, so that one record can replace a value.
 * A rejected record changes nothing.
 */
final class UserChangesPlanner {

    private final ImportContext context;
    private final IdentityChanges identities;
    private final ProfileChanges profile;

    UserChangesPlanner(ImportContext context, IdentityChanges identities, ProfileChanges profile) {
        this.context = context;
        this.identities = identities;
        this.profile = profile;
    }

    /** @param user updated with the planned changes */
    void plan(UserChangesWork work, UserState user) {
        Violation fault = fault(work.record, user);
        if (fault == null) {
            fault = identities.plan(work, user);
        }
        if (fault == null) {
            fault = profile.plan(work, user);
        }
        if (fault != null) {
            fault.rejects(work.item);
            return;
        }
        identities.apply(work, user);
        applyRoles(work, user);
        applyGroups(work, user);
        work.state = user;
    }

    private Violation fault(UserChangesRecord record, UserState user) {
        if (user.federationLink != null && !record.clears(UserChangesRules.FEDERATION_LINK)) {
            String storage = UserStorages.name(context, user.federationLink);
            return Violation.invalid("", UserStorages.changesGoThere(storage));
        }
        if (record.email() != null && !record.email().equalsIgnoreCase(user.profile.getEmail())) {
            return new Violation(
                    RejectCode.CONFLICT, "/email", "An earlier record of the chunk has taken this email address away");
        }
        return null;
    }

    private static void applyRoles(UserChangesWork work, UserState user) {
        for (KnownRole role : work.removed.roles()) {
            if (user.roles.remove(role.id())) {
                work.revoked.add(role);
            }
        }
        for (KnownRole role : work.added.roles()) {
            if (user.roles.add(role.id())) {
                work.granted.add(role);
            }
        }
    }

    private static void applyGroups(UserChangesWork work, UserState user) {
        Set<String> before = new HashSet<>(user.groups);
        work.removed.groups().forEach(user.groups::remove);
        user.groups.addAll(work.added.groups());
        new HashSet<>(work.removed.groups())
                .stream()
                        .filter(group -> before.contains(group) && !user.groups.contains(group))
                        .forEach(work.left::add);
        new HashSet<>(work.added.groups())
                .stream().filter(group -> !before.contains(group)).forEach(work.joined::add);
    }
}
