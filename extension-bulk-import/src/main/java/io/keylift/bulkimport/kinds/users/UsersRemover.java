// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;

/** Removes a chunk of users. */
final class UsersRemover extends WorkWriter<UserKey, UserToRemove> {

    private final Queries rows;

    UsersRemover(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
    }

    @Override
    protected List<UserToRemove> plan(List<Item<UserKey>> items) {
        List<UserToRemove> works = items.stream().map(UserToRemove::new).toList();
        new RemovalLookup(context, rows).find(works);
        return works;
    }

    @Override
    protected void writeRows(List<UserToRemove> changed) {
        new UserRemoval(context, rows)
                .remove(changed.stream().map(work -> work.user).toList());
    }
}
