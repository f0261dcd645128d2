// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import io.keylift.capability.assignment.RemovedHolders;
import java.util.List;

/**
 * Removes users like Keycloak's {@code DELETE /users/{id}}, but in a number of statements that does not depend on the
 * number of users. Third-party listeners are notified only if the job fires events for each record.
 */
public final class UserRemoval {

    private final ImportContext context;
    private final Queries rows;

    public UserRemoval(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** Removes users whose rows this transaction has locked. */
    public void remove(List<RemovedUser> users) {
        remove(users, true);
    }

    /** Removes users because of another change: there are no admin events about them. */
    public void removeAlong(List<RemovedUser> users) {
        remove(users, false);
    }

    private void remove(List<RemovedUser> users, boolean adminEvents) {
        if (users.isEmpty()) {
            return;
        }
        List<String> ids = users.stream().map(RemovedUser::id).toList();
        RemovalEvents events = new RemovalEvents(context, users);
        events.beforeRemoval();
        RemovalCaches caches = new RemovalCaches(context, rows, users);
        caches.invalidate(ids);
        new RemovedSessions(context, rows).remove(users, ids);
        new RemovedAuthorization(context, rows).removeOfUsers(ids);
        RemovedHolders.remove(context.entityManager(), HolderType.USER, ids);
        UserTables.delete(rows, ids);
        events.afterRemoval();
        if (adminEvents) {
            events.fireAdminEvents();
        }
    }
}
