// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.TwinRealmPair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 5 for new clients, with combinations of all fields and in realms with other default client scopes. */
@OnSharedServer
class ClientRowsIT {

    private static final long SEED = Long.getLong("keylift.clientRows.seed", 26L);

    /** Settings that change what becomes of a client. */
    enum Realm {
        USUAL {
            @Override
            public void configure(TwinRealm realm) {}
        },
        NO_DEFAULT_SCOPES {
            @Override
            public void configure(TwinRealm realm) {
                for (String way : List.of("default-default-client-scopes", "default-optional-client-scopes")) {
                    realm.admin()
                            .get(realm.path(way))
                            .forEach(scope -> realm.admin()
                                    .delete(realm.path(
                                            way + "/" + scope.get("id").asText())));
                }
            }
        };

        abstract void configure(TwinRealm realm);
    }

    @ParameterizedTest
    @EnumSource
    void law5_anImportedClientIsRowForRowWhatTheAdminApiMakesOfIt(Realm kind, SharedServer server) throws IOException {
        ClientsContract clients = new ClientsContract();
        List<ObjectNode> records = new ArrayList<>();
        Records.combinations(clients.examples(), "clientId", 100, SEED).forEach(record -> records.add(alone(record)));
        TwinRealm one = TwinRealm.create(server, "equal-clients-" + kind.ordinal() + "-one", Map.of());
        TwinRealm other = TwinRealm.create(server, "equal-clients-" + kind.ordinal() + "-other", Map.of());
        kind.configure(one);
        kind.configure(other);

        Map<String, Integer> growth = new TwinRealmPair(server.database(), clients, one, other)
                .compare("clients?chunkSize=40", clients::createExactly, records);

        assertThat(growth.keySet()).isSubsetOf(clients.tables());
        assertThat(growth.get("client")).isGreaterThan(records.size() / 2);
    }

    /** Without what an import minds and the Admin API drops. */
    private static ObjectNode alone(ObjectNode record) {
        if (!record.path("publicClient").isBoolean()
                || record.path("publicClient").asBoolean()) {
            record.remove("secret");
        }
        if (record.hasNonNull("rootUrl")) {
            record.remove("adminUrl"); // no call of the Admin API makes a client that has the first alone
        }
        if (!record.path("authorizationServicesEnabled").asBoolean()) {
            record.remove("authorizationSettings");
        }
        if (record.path("protocol").asText().equals("saml")) {
            record.remove(List.of("defaultClientScopes", "optionalClientScopes"));
            // Making a pair of keys takes its time: SamlKeysIT does it once.
            record.withObject("/attributes").put("saml.client.signature", "false");
        }
        record.path("protocolMappers").forEach(mapper -> ((ObjectNode) mapper).remove("id"));
        return record;
    }
}
