// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.removal.LoginFailures;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.UserModel;
import org.keycloak.services.managers.BruteForceProtector;

/** Lockouts after failed logins. Like the Admin API's {@code PUT}, a record that enables a user removes the lockout. */
final class Lockouts {

    private final ImportContext context;
    private final BruteForceProtector protector;
    private final Set<String> failing = new HashSet<>();

    /** @param ids ids of the users that are looked up */
    Lockouts(ImportContext context, Queries rows, Collection<String> ids) {
        this.context = context;
        protector = context.session().getProvider(BruteForceProtector.class);
        if (context.realm().isBruteForceProtected()) {
            failing.addAll(LoginFailures.of(context, rows, ids));
        }
    }

    void plan(UserChange change) {
        if (!Boolean.TRUE.equals(change.given.isEnabled())) {
            return;
        }
        boolean disabled = !change.user.isEnabled();
        if (disabled && isPermanent(change.stored)) {
            change.attributes.remove(UserModel.DISABLED_REASON);
            change.stored.attributes.stream()
                    .filter(attribute -> attribute.name().equals(UserModel.DISABLED_REASON))
                    .forEach(attribute -> change.removedAttributes.add(attribute.id()));
        }
        change.unlocks = failing.contains(change.user.getId())
                && (disabled || protector.isTemporarilyDisabled(context.session(), context.realm(), change.target));
    }

    private static boolean isPermanent(StoredUser stored) {
        return stored.attributes.stream()
                .anyMatch(attribute -> attribute.name().equals(UserModel.DISABLED_REASON)
                        && BruteForceProtector.DISABLED_BY_PERMANENT_LOCKOUT.equals(attribute.value()));
    }

    /** Deletes the failures of users who are unlocked. */
    static void release(ImportContext context, Queries rows, List<UserWork> works) {
        List<String> ids = works.stream()
                .filter(work -> work.change != null && work.change.unlocks)
                .map(work -> work.id)
                .toList();
        if (!ids.isEmpty()) {
            LoginFailures.forget(context, rows, ids);
        }
    }
}
