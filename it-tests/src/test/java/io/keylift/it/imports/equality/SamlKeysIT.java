// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.support.OnSmallServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SmallServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.TwinRealmPair;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Law 5 for the keys of new SAML clients. Without optimized code, a server takes half a minute for a pair of them. */
@SecondTier
@OnSmallServer
class SamlKeysIT {

    @Test
    void law5_aSamlClientGetsAPairOfKeysAsByTheAdminApi(SmallServer server) throws IOException {
        TwinRealm byAdminApi = TwinRealm.create(server.admin(), "keys-one", Map.of());
        TwinRealm imported = TwinRealm.create(server.admin(), "keys-other", Map.of());
        ClientsContract clients = new ClientsContract();

        new TwinRealmPair(server.database(), clients, byAdminApi, imported)
                .compare("clients", clients::createExactly, List.of(Records.json("{clientId:'keys',protocol:'saml'}")));

        assertThat(imported.admin()
                        .get(imported.path("clients/" + imported.clientId("keys")))
                        .at("/attributes/saml.signing.private.key")
                        .asText())
                .isNotEmpty();
    }
}
