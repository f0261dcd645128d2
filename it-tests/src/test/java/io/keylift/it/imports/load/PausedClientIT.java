// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 3. */
@OnTunedServer
class PausedClientIT {

    @ParameterizedTest
    @EnumSource
    void law3_anImportWhoseClientPauses_holdsNoConnection(PausedImport.Place place, TunedServer server)
            throws IOException {
        ImportClient client = server.realm("paused-" + place.name().toLowerCase(Locale.ROOT));
        try (Sql sql = new Sql(server.database());
                PausedClients clients = new PausedClients(server.keycloak(), client, sql)) {
            clients.pause(place, "alone");
            clients.workMeanwhile("beside");

            clients.assertNoConnectionIsHeld();
            clients.assertAllIsAddedInTheEnd();
        }
    }
}
