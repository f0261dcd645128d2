// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The operations of request timings return every documented status, with the documented response. */
@OnSharedServer
@OnTunedServer
class TimingsContractIT {

    private static final String REALM = "timings-contract";
    private static final String OF_REALM = "/admin/realms/{realm}/request-timings";
    private static final String OF_NODE = "/request-timings";
    private static final String IN_FLIGHT_OF_REALM = OF_REALM + "/in-flight";
    private static final String IN_FLIGHT_OF_NODE = OF_NODE + "/in-flight";
    private static final String STATEMENTS_OF_REALM = OF_REALM + "/statements";
    private static final String STATEMENTS_OF_NODE = OF_NODE + "/statements";
    private static final String EVENTS_OF_REALM = OF_REALM + "/events";
    private static final String EVENTS_OF_NODE = OF_NODE + "/events";
    private static final String HEAVY_HITTERS = OF_REALM + "/heavy-hitters";
    private static final String TIME_LINE_OF_REALM = OF_REALM + "/time-line";
    private static final String TIME_LINE_OF_NODE = OF_NODE + "/time-line";
    private static final String REPORT_OF_REALM = OF_REALM + "/report";
    private static final String REPORT_OF_NODE = OF_NODE + "/report";
    private static final String OF_AN_ENDPOINT =
            "?uri=/admin/realms/%7Brealm%7D/users&method=GET&grantType=password&resolution=hours";
    private static final Map<String, String> MASTER = Map.of("realm", "master");
    private static final Map<String, String> HERE = Map.of("realm", REALM);

    private final ServedContract contract = new ServedContract(ContractDocument.read());

    /** As the server names it: the id of the extension and what follows it. */
    private static final String IN_FLIGHT_PATH = "/admin/realms/{realm}/request-timings/in-flight";

    private static final int MORE_THAN_ALLOWED = 8;

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
        callInFlight(calls, admin, nobody);
        callStatementsEventsAndHeavyHitters(calls, admin, nobody);
        callHistory(calls, admin, nobody);
        Set<Answerable> missing = new TreeSet<>(contract.answerable(OF_REALM));
        missing.removeAll(calls.answered());
        // HistoryIT has a server whose history cannot be used.
        missing.removeIf(answer -> answer.status() == 503);
        assertThat(missing).as("documented but never answered").isEmpty();
    }

    /** Repeats the request until the rate limit lets it pass. */
    private static HttpResponse<String> expectHistory(
            ContractCalls calls,
            String method,
            String path,
            Map<String, String> values,
            String query,
            AdminHttp caller) {
        AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
        await().pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> answer.set(calls.expect(200, method, path, values, query, caller, null)));
        return answer.get();
    }

    /** The history is that of all realms. */
    private void callHistory(ContractCalls calls, AdminHttp admin, AdminHttp nobody) {
        for (String query : List.of("?compare=version", "?nodes=all")) {
            calls.expect(403, "GET", OF_REALM, HERE, query, admin, null);
        }
        for (String path : List.of(TIME_LINE_OF_REALM, REPORT_OF_REALM)) {
            String query = path.equals(REPORT_OF_REALM) ? "" : OF_AN_ENDPOINT;
            calls.expect(400, "GET", path, MASTER, "?nonsense=1", admin, null);
            calls.expect(401, "GET", path, HERE, query, null, null);
            calls.expect(403, "GET", path, HERE, query, nobody, null);
            calls.expect(403, "GET", path, HERE, query, admin, null);
            calls.expect(404, "GET", path, Map.of("realm", "no-such-realm"), query, admin, null);
            expectHistory(calls, "GET", path, MASTER, query, admin);
        }
        HttpResponse<String> refusal = calls.expect(400, "GET", TIME_LINE_OF_REALM, MASTER, "?nonsense=1", admin, null);
        assertThat(contract.queryParameters(new Operation("GET", TIME_LINE_OF_REALM)))
                .isEqualTo(ServedContract.knownParameters(refusal));
        for (String compare : List.of("version&first=0&max=5", "yesterday", "node&node=nobody")) {
            HttpResponse<String> compared = expectHistory(calls, "GET", OF_REALM, MASTER, "?compare=" + compare, admin);
            assertThat(AdminHttp.parse(compared.body()).has("now")).isTrue();
        }
        expectHistory(calls, "GET", OF_REALM, MASTER, "?nodes=all", admin);
        for (Operation read : List.of(new Operation("GET", OF_REALM), new Operation("GET", TIME_LINE_OF_REALM))) {
            String query = read.path().equals(OF_REALM) ? "?compare=version" : OF_AN_ENDPOINT;
            await().untilAsserted(() -> {
                for (int i = 0; i < MORE_THAN_ALLOWED; i++) {
                    admin.send("GET", read.path().replace("{realm}", "master") + query, null);
                }
                HttpResponse<String> tooMany = calls.expect(429, "GET", read.path(), MASTER, query, admin, null);
                assertThat(tooMany.headers().firstValue("Retry-After")).hasValue("1");
            });
        }
    }

    private void callInFlight(ContractCalls calls, AdminHttp admin, AdminHttp nobody) {
        calls.expect(400, "GET", IN_FLIGHT_OF_REALM, HERE, "?frames=5", admin, null);
        HttpResponse<String> refusal = calls.expect(400, "GET", IN_FLIGHT_OF_REALM, MASTER, "?nonsense=1", admin, null);
        assertThat(contract.queryParameters(new Operation("GET", IN_FLIGHT_OF_REALM)))
                .isEqualTo(ServedContract.knownParameters(refusal));
        calls.expect(401, "GET", IN_FLIGHT_OF_REALM, HERE, "", null, null);
        calls.expect(403, "GET", IN_FLIGHT_OF_REALM, HERE, "", nobody, null);
        calls.expect(404, "GET", IN_FLIGHT_OF_REALM, Map.of("realm", "no-such-realm"), "", admin, null);
        HttpResponse<String> own = calls.expect(200, "GET", IN_FLIGHT_OF_REALM, HERE, "", admin, null);
        assertThat(AdminHttp.parse(own.body()).at("/requests/0/uri").asText()).isEqualTo(IN_FLIGHT_PATH);
        assertThat(AdminHttp.parse(own.body()).at("/requests/0").has("realm")).isFalse();
        HttpResponse<String> all =
                calls.expect(200, "GET", IN_FLIGHT_OF_REALM, MASTER, "?max=100&frames=9&realm=master", admin, null);
        assertThat(AdminHttp.parse(all.body()).get("requests"))
                .filteredOn(request -> request.get("uri").asText().equals(IN_FLIGHT_PATH))
                .anySatisfy(request -> {
                    assertThat(request.get("realm").asText()).isEqualTo("master");
                    assertThat(request.get("frames")).hasSize(9);
                });
        // A slow server may need longer for each call than until the next is allowed.
        await().untilAsserted(() -> {
            for (int i = 0; i < MORE_THAN_ALLOWED; i++) {
                admin.send("GET", "/admin/realms/" + REALM + "/request-timings/in-flight", null);
            }
            HttpResponse<String> tooMany = calls.expect(429, "GET", IN_FLIGHT_OF_REALM, HERE, "", admin, null);
            assertThat(tooMany.headers().firstValue("Retry-After")).hasValue("1");
        });
    }

    private void callStatementsEventsAndHeavyHitters(ContractCalls calls, AdminHttp admin, AdminHttp nobody) {
        for (String path : List.of(STATEMENTS_OF_REALM, EVENTS_OF_REALM, HEAVY_HITTERS)) {
            HttpResponse<String> refusal = calls.expect(400, "GET", path, MASTER, "?nonsense=1", admin, null);
            assertThat(contract.queryParameters(new Operation("GET", path)))
                    .isEqualTo(ServedContract.knownParameters(refusal));
            calls.expect(401, "GET", path, HERE, "", null, null);
            calls.expect(403, "GET", path, HERE, "", nobody, null);
            calls.expect(404, "GET", path, Map.of("realm", "no-such-realm"), "", admin, null);
        }
        // Statements are those of all realms, and events those of the cluster.
        calls.expect(403, "GET", STATEMENTS_OF_REALM, HERE, "", admin, null);
        calls.expect(403, "GET", EVENTS_OF_REALM, HERE, "", admin, null);
        HttpResponse<String> events = calls.expect(200, "GET", EVENTS_OF_REALM, MASTER, "?max=200", admin, null);
        assertNoEvents(events);
        HttpResponse<String> statements = calls.expect(
                200,
                "GET",
                STATEMENTS_OF_REALM,
                MASTER,
                "?sort=most&uri=/admin/realms/%7Brealm%7D/users&method=GET&repeated=false&first=0&max=10",
                admin,
                null);
        assertThat(AdminHttp.parse(statements.body()).get("statements"))
                .isNotEmpty()
                .allMatch(statement -> !statement.has("rows"), "has no rows, as they are not counted");
        HttpResponse<String> hitters =
                calls.expect(200, "GET", HEAVY_HITTERS, HERE, "?by=client&max=5&realm=" + REALM, admin, null);
        assertThat(AdminHttp.parse(hitters.body()).get("heavyHitters"))
                .isNotEmpty()
                .allSatisfy(hitter -> assertThat(hitter.get("realm").asText()).isEqualTo(REALM));
        HttpResponse<String> realms = calls.expect(200, "GET", HEAVY_HITTERS, MASTER, "?by=realm", admin, null);
        assertThat(AdminHttp.parse(realms.body()).get("heavyHitters"))
                .isNotEmpty()
                .noneMatch(hitter -> hitter.has("client"));
    }

    /** The shared server is in no cluster. */
    private static void assertNoEvents(HttpResponse<String> events) {
        assertThat(AdminHttp.parse(events.body()).get("events")).isEmpty();
        assertThat(AdminHttp.parse(events.body()).has("node")).isFalse();
    }

    @Test
    void theTimingsOfANodeAreServedAsDocumented(SharedServer server) {
        server.admin().get("/admin/realms/master/users");
        ContractCalls calls = new ContractCalls(server.keycloak().managementUrl(), contract);

        for (String method : Set.of("GET", "HEAD")) {
            calls.expect(200, method, OF_NODE, Map.of(), "?sort=count&first=0&max=10", null, null);
            calls.expect(200, method, IN_FLIGHT_OF_NODE, Map.of(), "?max=10", null, null);
            calls.expect(200, method, STATEMENTS_OF_NODE, Map.of(), "?max=10", null, null);
            calls.expect(200, method, EVENTS_OF_NODE, Map.of(), "?max=10", null, null);
            expectHistory(calls, method, OF_NODE, Map.of(), "?compare=version", null);
            expectHistory(calls, method, TIME_LINE_OF_NODE, Map.of(), OF_AN_ENDPOINT, null);
            expectHistory(calls, method, REPORT_OF_NODE, Map.of(), "", null);
            for (String path : List.of(
                    OF_NODE,
                    IN_FLIGHT_OF_NODE,
                    STATEMENTS_OF_NODE,
                    EVENTS_OF_NODE,
                    TIME_LINE_OF_NODE,
                    REPORT_OF_NODE)) {
                HttpResponse<String> refusal = calls.expect(400, method, path, Map.of(), "?realm=master", null, null);
                if (method.equals("GET") && !path.equals(REPORT_OF_NODE)) {
                    assertThat(contract.queryParameters(new Operation("GET", path)))
                            .isEqualTo(ServedContract.knownParameters(refusal));
                }
            }
        }

        Set<Answerable> missing = new TreeSet<>(contract.answerable(OF_NODE));
        missing.removeAll(calls.answered());
        // No test has as many callers as are refused, the rate is that of the Admin API, and 404 is of a server where
        // timings are switched off.
        missing.removeIf(answer -> Set.of(404, 429, 503).contains(answer.status()));
        assertThat(missing).as("documented but never answered").isEmpty();
    }

    @Test
    void whereTimingsAreSwitchedOffThatIsSaidAsDocumented(TunedServer server) {
        ContractCalls calls = new ContractCalls(server.keycloak().baseUrl(), contract);
        ContractCalls ofNode = new ContractCalls(server.keycloak().managementUrl(), contract);

        calls.expect(404, "GET", OF_REALM, Map.of("realm", "master"), "", server.admin(), null);
        calls.expect(404, "GET", IN_FLIGHT_OF_REALM, MASTER, "", server.admin(), null);
        calls.expect(404, "GET", STATEMENTS_OF_REALM, MASTER, "", server.admin(), null);
        calls.expect(404, "GET", EVENTS_OF_REALM, MASTER, "", server.admin(), null);
        calls.expect(404, "GET", HEAVY_HITTERS, MASTER, "", server.admin(), null);
        for (String path : List.of(OF_NODE, IN_FLIGHT_OF_NODE, STATEMENTS_OF_NODE, EVENTS_OF_NODE)) {
            ofNode.expect(404, "GET", path, Map.of(), "", null, null);
            ofNode.expect(404, "HEAD", path, Map.of(), "", null, null);
        }
    }
}
