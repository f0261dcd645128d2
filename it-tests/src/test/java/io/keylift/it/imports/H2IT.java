// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;

/** Keycloak as {@code start-dev} starts it, with no word about a database. */
class H2IT extends OtherDatabaseJobs {

    @Override
    ServerSettings settings() {
        return KeycloakServer.inDevelopment();
    }

    /** All of them: it writes to its file twice a second. */
    @Override
    int mayLose() {
        return 8;
    }
}
