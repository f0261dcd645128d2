// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

/** A valid record and, if the client seems to be new, the draft of the client. */
final class ValidClient {

    final ClientRecord record;

    /** Drafted before the chunk's transaction if the client seems to be new; otherwise {@code null}. */
    NewClient fresh;

    ValidClient(ClientRecord record) {
        this.record = record;
    }
}
