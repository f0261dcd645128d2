// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.Keylift;
import io.keylift.client.http.Http;

/** Connections to a server, as one caller. */
record Session(Http http, Keylift keylift) implements AutoCloseable {

    @Override
    public void close() {
        http.close();
    }
}
