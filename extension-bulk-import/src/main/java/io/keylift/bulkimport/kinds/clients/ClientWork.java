// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;

/** A client in one attempt to write its chunk. */
final class ClientWork extends KeyedWork<ValidClient> {

    /** The record as Keycloak's representation, with the ids that new objects get. */
    ClientRecord client;

    /** The client to add, if it does not exist. */
    NewClient fresh;

    /** The change of an existing client; {@code null} if it is not changed. */
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
