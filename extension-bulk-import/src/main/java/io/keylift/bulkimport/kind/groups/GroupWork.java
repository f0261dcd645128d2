// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.reference.Roles;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Work;

/** A record in one attempt to write its chunk: where it stands, and what becomes of the group there. */
final class GroupWork<R extends GroupContent> extends Work<R> {

    /** What a record does. */
    enum Action {
        /** Makes a new group. */
        CREATE,
        /** Fills a group that this import has made on the way to another one. */
        COMPLETE,
        /** Changes the group of its path. */
        CHANGE,
        /** Brings the group of its id to its path and changes it. */
        MOVE,
        /** Leaves the group of its path alone. */
        KEEP
    }

    Branch branch;

    Action action;

    /** Id of the group after the write. */
    String id;

    /**
     * Id that the group has had so far, if the record gives one that was made on the way another id; else {@code null}.
     */
    String formerId;

    /** What changes of a stored group; {@code null} for a new one and one that is kept. */
    GroupChange change;

    /** Roles of the record; empty lists if it gives none. */
    Roles.Mappings mappings;

    GroupWork(Item<R> item, Branch branch) {
        super(item);
        this.branch = branch;
    }

    @Override
    public Outcome outcome() {
        return switch (action) {
            case CREATE, COMPLETE -> Outcome.ADDED;
            case CHANGE, MOVE -> change.isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
            case KEEP -> Outcome.SKIPPED;
        };
    }

    @Override
    public String id() {
        return id;
    }

    void decide(Action what, String groupId) {
        action = what;
        id = groupId;
    }

    /** Whether the group was there before this chunk and gets something from it. */
    boolean changesStored() {
        return action == Action.COMPLETE || action == Action.CHANGE || action == Action.MOVE;
    }
}
