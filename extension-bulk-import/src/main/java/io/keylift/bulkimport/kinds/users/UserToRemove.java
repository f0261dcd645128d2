// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.shared.removal.RemovedUser;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.List;

/** A record that names a user to remove. */
final class UserToRemove extends Work<UserKey> {

    /** The user; {@code null} if there is none. */
    RemovedUser user;

    UserToRemove(Item<UserKey> item) {
        super(item);
    }

    @Override
    public Outcome outcome() {
        return user == null ? Outcome.SKIPPED : Outcome.REMOVED;
    }

    @Override
    public String id() {
        return user == null ? null : user.id();
    }

    @Override
    protected void done() {
        if (user == null) {
            super.done();
        } else {
            item.done(ItemResult.removed(user.id(), List.of(user.id())));
        }
    }
}
