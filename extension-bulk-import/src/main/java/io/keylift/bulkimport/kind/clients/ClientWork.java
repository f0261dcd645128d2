// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;

/** A record on its way through one attempt to write its chunk. */
final class ClientWork extends KeyedWork<ValidClient> {

    /** The representation that the record is. */
    final ClientRecord client;

    /** The client to add, if there is none. */
    NewClient fresh;

    /** What to change of the one there is; {@code null} if it is to stay as it is. */
    ClientChange change;

    ClientWork(Item<ValidClient> item) {
        super(item);
        client = record.record;
    }

    @Override
    public boolean isChange() {
        return change != null && change.isChange();
    }
}
