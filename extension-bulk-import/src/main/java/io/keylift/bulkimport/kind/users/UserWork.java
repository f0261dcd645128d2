// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.Item;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.representations.idm.MembershipType;

/** A record in one attempt to write its chunk: the draft and what its names stand for in the realm just now. */
final class UserWork {

    /** A role of the record; {@code clientId} is the client's internal id, {@code null} for a realm role. */
    record Role(String id, String clientId) {}

    /** An organization of the record; {@code type} is {@code null} if the record leaves it open. */
    record Organization(String id, String groupId, MembershipType type, int index) {}

    final Item<UserRecord> item;
    final UserRecord record;
    final UserDraft draft;

    final List<Role> roles = new ArrayList<>(4);
    /** Internal ids of the clients the record names, also of those it names no role of. */
    final List<String> clientIds = new ArrayList<>(0);

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
