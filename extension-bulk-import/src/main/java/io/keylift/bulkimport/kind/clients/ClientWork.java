// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.spi.Item;

/** A record on its way through one attempt to write its chunk. */
final class ClientWork {

    final Item<ClientRecord> item;
    final ClientRecord record;

    /** Internal id of the client that has the record's client id, or {@code null}. */
    String existingId;

    /** The client to add, if there is none. */
    NewClient fresh;

    /** What to change of the one there is; {@code null} if it is to stay as it is. */
    ClientChange change;

    ClientWork(Item<ClientRecord> item) {
        this.item = item;
        record = item.record();
    }

    boolean isNew() {
        return existingId == null;
    }

    boolean isChange() {
        return change != null && change.isChange();
    }

    boolean isOpen() {
        return !item.isRejected();
    }
}
