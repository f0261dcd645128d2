// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.contract.ServedContract.Answerable;
import io.keylift.it.imports.contract.ServedContract.Operation;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The operations of request timings return every documented status, with the documented response. */
@OnSharedServer
@OnTunedServer
class TimingsContractIT {

    private static final String REALM = "timings-contract";
    private static final String OF_REALM = "/admin/realms/{realm}/request-timings";
    private static final String OF_NODE = "/request-timings";
    private static final Map<String, String> HERE = Map.of("realm", REALM);

    private final ServedContract contract = new ServedContract(ContractDocument.read());

    TimingsContractIT() throws IOException {}

    @Test
    void theTimingsOfARealmAreServedAsDocumented(SharedServer server) {
        AdminHttp admin = server.admin();
        TestRealms.create(admin, REALM);
        AdminHttp nobody = new Callers(server, REALM).with();
        admin.get("/admin/realms/" + REALM + "/users");
        ContractCalls calls = new ContractCalls(server.keycloak().baseUrl(), contract);

        HttpResponse<String> timings =
                calls.expect(200, "GET", OF_REALM, HERE, "?sort=sql&first=0&max=10&realm=" + REALM, admin, null);
        calls.expect(200, "GET", OF_REALM, Map.of("realm", "master"), "", admin, null);
        HttpResponse<String> refusal = calls.expect(400, "GET", OF_REALM, HERE, "?nonsense=1", admin, null);
        calls.expect(400, "GET", OF_REALM, HERE, "?max=0", admin, null);
        calls.expect(401, "GET", OF_REALM, HERE, "", null, null);
        calls.expect(403, "GET", OF_REALM, HERE, "", nobody, null);
        calls.expect(404, "GET", OF_REALM, Map.of("realm", "no-such-realm"), "", admin, null);

        assertThat(AdminHttp.parse(timings.body()).get("endpoints")).isNotEmpty();
        assertThat(contract.queryParameters(new Operation("GET", OF_REALM)))
                .isEqualTo(ServedContract.knownParameters(refusal));
        assertThat(calls.answered()).isEqualTo(contract.answerable(OF_REALM));
    }

    @Test
    void theTimingsOfANodeAreServedAsDocumented(SharedServer server) {
        server.admin().get("/admin/realms/master/users");
        ContractCalls calls = new ContractCalls(server.keycloak().managementUrl(), contract);

        for (String method : Set.of("GET", "HEAD")) {
            calls.expect(200, method, OF_NODE, Map.of(), "?sort=count&first=0&max=10", null, null);
            HttpResponse<String> refusal = calls.expect(400, method, OF_NODE, Map.of(), "?realm=master", null, null);
            if (method.equals("GET")) {
                assertThat(contract.queryParameters(new Operation("GET", OF_NODE)))
                        .isEqualTo(ServedContract.knownParameters(refusal));
            }
        }

        Set<Answerable> missing = new TreeSet<>(contract.answerable(OF_NODE));
        missing.removeAll(calls.answered());
        // No test has as many callers as are refused; 404 is of a server where timings are switched off.
        missing.removeIf(answer -> answer.status() == 404 || answer.status() == 503);
        assertThat(missing).as("documented but never answered").isEmpty();
    }

    @Test
    void whereTimingsAreSwitchedOffThatIsSaidAsDocumented(TunedServer server) {
        ContractCalls calls = new ContractCalls(server.keycloak().baseUrl(), contract);
        ContractCalls ofNode = new ContractCalls(server.keycloak().managementUrl(), contract);

        calls.expect(404, "GET", OF_REALM, Map.of("realm", "master"), "", server.admin(), null);
        ofNode.expect(404, "GET", OF_NODE, Map.of(), "", null, null);
        ofNode.expect(404, "HEAD", OF_NODE, Map.of(), "", null, null);
    }
}
