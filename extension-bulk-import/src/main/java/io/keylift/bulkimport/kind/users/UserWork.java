// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.reference.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.keycloak.representations.idm.MembershipType;

/** A record in one attempt to write its chunk: the draft and what its names stand for in the realm just now. */
final class UserWork {

    /**
     * An organization of the record; what the record leaves open is {@code null}.
     *
     * @param departments ids of its departments that the user is in
     */
    record Organization(String id, String groupId, MembershipType type, Set<String> departments, int index) {}

    final Item<UserRecord> item;
    final UserRecord record;
    final UserDraft draft;

    /** Set as soon as the roles are known. */
    Roles.Mappings mappings;

    final List<String> groupIds = new ArrayList<>(0);
    final List<Organization> organizations = new ArrayList<>(1);

    /** Id of the user that has the record's username already, or {@code null}. */
    String existingId;

    /** The id the user has after the write. */
    String id;

    /** The existing user and what is to change; {@code null} for a new one and for one that is left alone. */
    UserChange change;

    UserWork(Item<UserRecord> item) {
        this.item = item;
        this.record = item.record();
        this.draft = record.draft;
    }

    boolean isOpen() {
        return !item.isRejected();
    }

    boolean isNew() {
        return existingId == null;
    }
}
