// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.shared.reference.GroupAttributes;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Work;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;

/** The work on a record in one attempt to write its chunk: the place of its group, and the rows to write. */
final class GroupWork<R extends GroupContent> extends Work<R> {

    /** The action of a record. */
    enum Action {
        /** Creates a group. */
        CREATE,
        /** Fills a group that this import has created as the missing parent of another. */
        COMPLETE,
        /** Changes the group of its path. */
        CHANGE,
        /** Moves the group with its id to its path and changes it. */
        MOVE,
        /** Keeps the group of its path unchanged. */
        KEEP
    }

    static final AttributeTable<GroupEntity, GroupAttributeEntity, GroupWork<?>> ATTRIBUTES =
            GroupAttributes.table(work -> work.record.attributes());

    Branch branch;

    Action action;

    /** Id of the group after the write. */
    String id;

    /** The id that the record gives; {@code null} if the import ignores it. */
    String givenId;

    /**
     * Former id of a group that was created as a missing parent, if the record gives another one; otherwise
     * {@code null}.
     */
    String formerId;

    /** The change of a stored group; {@code null} if it is new or not changed. */
    GroupChange change;

    /** Roles of the record; empty lists if it gives none. */
    Roles.Mappings mappings;

    GroupWork(Item<R> item, Branch branch) {
        super(item);
        this.branch = branch;
        givenId = record.id();
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

    /** Id of the group that existed before this chunk. */
    String storedId() {
        return formerId == null ? id : formerId;
    }

    /** Whether the group existed before this chunk and is changed. */
    boolean changesStored() {
        return action == Action.COMPLETE || action == Action.CHANGE || action == Action.MOVE;
    }
}
