// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.removal.RemovedUser;
import io.keylift.bulkimport.kind.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;

/** Leads a chunk of users that are to be removed through its steps. */
final class UsersRemover implements ChunkImporter<UserRecord> {

    private final ImportContext context;
    private Map<Item<UserRecord>, RemovedUser> found = Map.of();

    UsersRemover(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<UserRecord> item) {
        UserKey.of(item.record()).check(item);
    }

    @Override
    public void resolve(List<Item<UserRecord>> items) {
        found = new RemovalLookup(context, new Queries(context.entityManager())).find(items);
    }

    @Override
    public void write(List<Item<UserRecord>> items) {
        if (!context.spec().dryRun()) {
            new UserRemoval(context, new Queries(context.entityManager())).remove(List.copyOf(found.values()));
        }
        for (Item<UserRecord> item : items) {
            RemovedUser user = found.get(item);
            if (user != null) {
                item.removed(user.id(), List.of(user.id()));
            } else if (!item.isRejected()) {
                item.done(Outcome.SKIPPED, null);
            }
        }
    }
}
