// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

/** A record that is valid by itself, and what Keycloak makes of it for a new client. */
final class ValidClient {

    final ClientRecord record;

    /** Drafted before the transaction of the chunk if the client seems to be new; otherwise {@code null}. */
    NewClient fresh;

    ValidClient(ClientRecord record) {
        this.record = record;
    }
}
