// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.Set;

/**
 * A record that names an object to remove.
 *
 * @param <R> class of a record
 */
public final class Removal<R> extends Work<R> {

    private String id;
    private Set<String> along = Set.of();
    private RemovalEvent event;

    Removal(Item<R> item) {
        super(item);
    }

    /** Id of the object; {@code null} if it does not exist. */
    @Override
    public String id() {
        return id;
    }

    /** Sets the id of the object that the record names; {@code null} if it does not exist. */
    public void names(String object) {
        id = object;
    }

    void skip() {
        id = null;
    }

    /** @param ids the object and all others of the same kind that are removed along with it */
    void removes(Set<String> ids) {
        along = ids;
    }

    /** Ids of the object and of those that are removed with it. */
    public Set<String> all() {
        return along;
    }

    void tells(RemovalEvent removed) {
        event = removed;
    }

    RemovalEvent event() {
        return event;
    }

    @Override
    public Outcome outcome() {
        return id == null ? Outcome.SKIPPED : Outcome.REMOVED;
    }

    @Override
    protected void done() {
        if (id == null) {
            super.done();
        } else {
            item.done(ItemResult.removed(id, along));
        }
    }
}
