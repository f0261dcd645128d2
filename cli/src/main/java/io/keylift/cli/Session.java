// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.Keylift;
import io.keylift.client.Server;
import io.keylift.client.http.Http;

/**
 * Connections to a server, as one caller.
 *
 * @param realm to work on
 */
record Session(Http http, Server server, String realm, Keylift keylift) implements AutoCloseable {

    static Session of(Http http, Server server, String realm) {
        return new Session(http, server, realm, server.keylift(realm));
    }

    @Override
    public void close() {
        http.close();
    }
}
