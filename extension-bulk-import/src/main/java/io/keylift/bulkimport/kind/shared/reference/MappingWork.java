// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * The work on a record that maps roles, in one attempt to write its chunk: resolved references, and the mappings to add
 * and to remove.
 *
 * @param <M> class of a valid record
 */
public class MappingWork<M extends Mapping> extends Work<M> {

    public final List<KnownRole> added = new ArrayList<>(2);
    public final List<KnownRole> removed = new ArrayList<>(0);

    /** The roles that the record names. */
    Roles.Mappings wanted;

    /** Whether the subject already has some of these roles. */
    boolean hadSome;

    private final boolean removal;
    private String subject;

    /** @param removal whether the record removes the roles */
    public MappingWork(Item<M> item, boolean removal) {
        super(item);
        this.removal = removal;
    }

    /** Id of the subject, or {@code null} if there is none. */
    public final String subject() {
        return subject;
    }

    public final void setSubject(String id) {
        subject = id;
    }

    public final boolean isFound() {
        return isOpen() && subject != null;
    }

    /** Whether the subject keeps this role under {@code overwrite}, even if the record does not name it. */
    protected boolean keeps(KnownRole role) {
        return false;
    }

    final boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty();
    }

    @Override
    public final Outcome outcome() {
        if (!isChange()) {
            return Outcome.SKIPPED;
        }
        if (removal) {
            return Outcome.REMOVED;
        }
        return hadSome || !removed.isEmpty() ? Outcome.UPDATED : Outcome.ADDED;
    }

    @Override
    public final String id() {
        return subject;
    }

    @Override
    protected final void done() {
        if (removal && isChange()) {
            item.done(ItemResult.removed(
                    subject,
                    removed.stream().map(role -> subject + ":" + role.id()).toList()));
        } else {
            super.done();
        }
    }
}
