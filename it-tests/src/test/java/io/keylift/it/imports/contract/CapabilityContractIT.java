// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.contract.ServedContract.Answerable;
import io.keylift.it.imports.contract.ServedContract.Operation;
import io.keylift.it.imports.support.Callers;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Every operation on capabilities returns every documented status, with the documented response. */
@OnSharedServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CapabilityContractIT {

    private static final String REALM = "capability-contract";
    private static final String BASE = "/admin/realms/{realm}/capabilities";
    private static final String[] JSON = {"Content-Type", "application/json"};

    private static AdminHttp admin;
    private static Callers callers;
    private static ServedContract contract;
    private static ContractCalls calls;
    private static Map<String, String> roleValues;
    private static Map<String, String> userValues;

    @BeforeAll
    static void contract(SharedServer server) {
        admin = server.admin();
        TestRealms.create(admin, REALM);
        callers = new Callers(server, REALM);
        contract = new ServedContract(admin.get("/admin/realms/" + REALM + "/bulk-import/openapi"));
        calls = new ContractCalls(server.keycloak().baseUrl(), contract);
        admin.post(callers.path("roles"), Map.of("name", "clerk"));
        String shop = admin.postNew(callers.path("clients"), Map.of("clientId", "shop"));
        admin.post(callers.path("clients/" + shop + "/roles"), Map.of("name", "chief"));
        String hank = admin.postNew(callers.path("users"), Map.of("username", "hank", "enabled", true));
        roleValues = values(admin.get(callers.path("roles/clerk")).get("id").asText());
        userValues = values(hank);
        admin.post(
                callers.path("users/" + hank + "/role-mappings/realm"),
                List.of(admin.get(callers.path("roles/clerk"))));
    }

    private static Map<String, String> values(String id) {
        return Map.of("realm", REALM, "id", id, "entry", "orders.view", "source", "shop");
    }

    private static Map<String, String> valuesOf(Operation operation) {
        return operation.path().contains("/users/") ? userValues : roleValues;
    }

    private static List<Operation> operations() {
        return contract.operations(BASE);
    }

    /** The example of a body, or nothing if there is no body. */
    private static String example(Operation operation) {
        JsonNode body = contract.resolve(
                contract.operation(operation.method(), operation.path()).path("requestBody"));
        JsonNode example = body.at("/content/application~1json/example");
        return example.isMissingNode() ? null : example.toString();
    }

    @Test
    @Order(1)
    void theExamplesOfBodiesAreAccepted() {
        List<Operation> withBody =
                operations().stream().filter(each -> example(each) != null).toList();
        assertThat(withBody).hasSize(7);
        for (Operation operation : withBody) {
            calls.expect(
                    200,
                    operation.method(),
                    operation.path(),
                    valuesOf(operation),
                    "",
                    admin,
                    example(operation),
                    JSON);
        }
    }

    @Test
    @Order(2)
    void everyCallIsRefusedAsDocumented() {
        AdminHttp nobody = callers.with();
        Map<String, String> nowhere = Map.of("realm", "no-such-realm", "id", "any", "entry", "any", "source", "any");
        for (Operation operation : operations()) {
            String method = operation.method();
            String path = operation.path();
            Map<String, String> here = valuesOf(operation);
            String body = example(operation);
            HttpResponse<String> refusal = calls.expect(400, method, path, here, "?nonsense=1", admin, body, JSON);
            assertThat(contract.queryParameters(operation))
                    .as("parameters of %s", operation)
                    .isEqualTo(ServedContract.knownParameters(refusal));
            calls.expect(401, method, path, here, "", null, body, JSON);
            calls.expect(403, method, path, here, "", nobody, body, JSON);
            calls.expect(404, method, path, nowhere, "", admin, body, JSON);
            if (body != null) {
                calls.expect(415, method, path, here, "", admin, body, "Content-Type", "text/plain");
                HttpResponse<String> unknownField =
                        calls.send(method, path, here, "", admin, "{\"noSuchField\":1}", JSON);
                boolean ignored = contract.document()
                        .at("/components/schemas/Access/additionalProperties")
                        .asBoolean();
                assertThat(unknownField.statusCode()).isEqualTo(400);
                assertThat(unknownField.body().contains("unknown_field"))
                        .as("%s: %s", operation, unknownField.body())
                        .isEqualTo(!(ignored && path.endsWith("/evaluate")));
            }
        }
    }

    @Test
    @Order(3)
    void theCatalogIsShownAsDocumented() {
        String filters = "?search=ORDERS&prefix=orders&type=data&source=shop&resource=orders&action=view&set=false";
        assertThat(items("", filters + "&first=0&max=10", roleValues)).hasSize(1);
        assertThat(items("", "", roleValues)).hasSize(4);
        HttpResponse<String> count = calls.expect(200, "GET", BASE + "/count", roleValues, filters, admin, null);
        assertThat(AdminHttp.parse(count.body()).get("count").asInt()).isEqualTo(1);
        for (String entry : List.of("orders.view", "chief")) {
            Map<String, String> values = with("entry", entry);
            assertThat(calls.expect(200, "GET", BASE + "/entries/{entry}", values, "", admin, null)
                            .body())
                    .contains(entry.equals("chief") ? "\"members\":[" : "\"endpoints\":[{");
        }
        calls.expect(404, "GET", BASE + "/entries/{entry}", with("entry", "none"), "", admin, null);
        assertThat(items("/sources", "", roleValues)).hasSize(1);
    }

    @Test
    @Order(4)
    void assignmentsAreShownAndChangedAsDocumented() {
        for (String path : List.of(BASE + "/roles/{id}", BASE + "/users/{id}")) {
            Map<String, String> here = path.contains("users") ? userValues : roleValues;
            Map<String, String> unknown = with("id", "nobody");
            HttpResponse<String> set =
                    calls.expect(200, "PUT", path, here, "?strict=true", admin, "{\"set\":[\"chief\"]}", JSON);
            HttpResponse<String> got = calls.expect(200, "GET", path, here, "?expand=true", admin, null);
            assertThat(got.body()).contains("\"direct\":true", "\"through\":[\"chief\"]");
            String tag = got.headers().firstValue("ETag").orElseThrow();
            calls.expect(304, "GET", path, here, "?expand=true", admin, null, "If-None-Match", tag);
            String lenient = "{\"add\":[\"none\"],\"remove\":[\"chief\"]}";
            String[] match = {"Content-Type", "application/json", "If-Match", tag};
            HttpResponse<String> changed =
                    calls.expect(200, "PATCH", path, here, "?strict=false", admin, lenient, match);
            assertThat(changed.body()).contains("\"unresolved\":[\"none\"]", "\"removed\":[\"chief\"]");
            String[] stale = {
                "Content-Type",
                "application/json",
                "If-Match",
                set.headers().firstValue("ETag").orElseThrow()
            };
            calls.expect(412, "PUT", path, here, "", admin, "{\"set\":[]}", stale);
            calls.expect(412, "PATCH", path, here, "", admin, "{\"add\":[\"clerk\"]}", stale);
            calls.expect(412, "DELETE", path, here, "", admin, null, stale);
            HttpResponse<String> several =
                    calls.expect(400, "PATCH", path, here, "", admin, "{\"add\":[\"none\",\"neither\"]}", JSON);
            assertThat(AdminHttp.parse(several.body()).get("errors")).hasSize(2);
            calls.expect(400, "PUT", path, here, "", admin, "{\"add\":[\"clerk\"]}", JSON);
            calls.expect(404, "GET", path, unknown, "", admin, null);
            calls.expect(200, "DELETE", path, here, "", admin, null);
        }
        String stale = "{\"changes\":[{\"role\":\"clerk\",\"set\":[],\"ifMatch\":\"\\\"another\\\"\"}]}";
        calls.expect(412, "POST", BASE + "/roles:batch", roleValues, "", admin, stale, JSON);
        String unknown = "{\"changes\":[{\"role\":\"none\",\"set\":[]}]}";
        calls.expect(404, "POST", BASE + "/roles:batch", roleValues, "", admin, unknown, JSON);
    }

    @Test
    @Order(5)
    void whatTheCallerMustNotGiveIsRefusedAsDocumented() {
        String client = callers.clientId("shop");
        String chief = admin.get(callers.path("clients/" + client + "/roles/chief"))
                .get("id")
                .asText();
        admin.put(callers.path("clients/" + client), Map.of("clientId", "shop", "description", "A shop"));
        calls.expect(200, "PUT", BASE + "/sources/{source}", with("source", "plant"), "", admin, """
                {"capabilities":[{"name":"plant.stop"},{"name":"plant.start"}]}""", JSON);
        String body = "{\"add\":[\"plant.stop\",\"plant.start\"]}";

        HttpResponse<String> refusal = calls.expect(
                403, "PATCH", BASE + "/roles/{id}", with("id", chief), "", callers.with("manage-clients"), body, JSON);

        assertThat(AdminHttp.parse(refusal.body()).get("errors")).hasSize(2);
    }

    @Test
    @Order(6)
    void whatAUserHasIsShownAsDocumented() {
        calls.expect(200, "PUT", BASE + "/users/{id}", userValues, "", admin, "{\"set\":[\"orders.edit\"]}", JSON);
        calls.expect(200, "PUT", BASE + "/roles/{id}", roleValues, "", admin, "{\"set\":[\"clerk\"]}", JSON);
        String role = "boss";
        admin.post(callers.path("roles"), Map.of("name", role));
        admin.post(callers.path("roles/" + role + "/composites"), List.of(admin.get(callers.path("roles/clerk"))));
        String group = admin.postNew(callers.path("groups"), Map.of("name", "bosses"));
        admin.post(
                callers.path("groups/" + group + "/role-mappings/realm"),
                List.of(admin.get(callers.path("roles/" + role))));
        admin.put(callers.path("users/" + userValues.get("id") + "/groups/" + group), Map.of());
        HttpResponse<String> cleared = admin.send(
                "DELETE",
                callers.path("users/" + userValues.get("id") + "/role-mappings/realm"),
                List.of(admin.get(callers.path("roles/clerk"))));
        assertThat(cleared.statusCode()).isEqualTo(204);

        String path = "/users/{id}/effective";
        JsonNode all = items(path, "?first=0&max=10&prefix=orders", userValues);
        assertThat(all.toString())
                .contains("\"user\":true", "\"composite\":{\"role\":\"boss\"", "\"group\":\"/bosses\"");
        assertThat(items(path, "?fields=name,set", userValues).get(0)).hasSize(2);
        calls.expect(404, "GET", BASE + path, with("id", "nobody"), "", admin, null);
    }

    @Test
    @Order(7)
    void decisionsAreAsDocumented() {
        String path = BASE + "/evaluate";
        String one = """
                {"subject":{"type":"%s","id":"%s"},"action":{"name":"%s"},"resource":{"type":"orders"}}""";
        for (String subject : List.of("user hank view", "user nobody view", "role clerk fly", "client shop view")) {
            String body = one.formatted((Object[]) subject.split(" "));
            calls.expect(200, "POST", path, roleValues, "", admin, body, JSON);
        }
        HttpResponse<String> many = calls.expect(200, "POST", path, roleValues, "", admin, """
                {"subject":{"type":"user","id":"hank"},"resource":{"type":"orders"},
                 "evaluations":[{"action":{"name":"view"}},{"action":{"name":"fly"}},{"action":{"name":"edit"}}],
                 "options":{"evaluations_semantic":"deny_on_first_deny"}}""", JSON);
        assertThat(AdminHttp.parse(many.body()).get("evaluations")).hasSize(2);
    }

    @Test
    @Order(8)
    void manifestsAreAppliedAndRemovedAsDocumented() {
        String path = BASE + "/sources/{source}";
        String conflict = "{\"capabilities\":[{\"name\":\"orders.view\"}]}";
        calls.expect(409, "PUT", path, with("source", "other"), "", admin, conflict, JSON);
        HttpResponse<String> replaced = calls.expect(200, "PUT", path, roleValues, "?dryRun=true", admin, """
                {"capabilities":[{"name":"orders.read","replaces":["orders.view"]}],
                 "sets":[{"name":"clerk","members":["later"]}]}""", JSON);
        assertThat(replaced.body()).contains("\"orders.view\":\"orders.read\"", "\"unresolved\":[\"later\"]");
        calls.expect(404, "DELETE", path, with("source", "none"), "", admin, null);
        calls.expect(200, "DELETE", path, roleValues, "?dryRun=true", admin, null);
        calls.expect(200, "DELETE", path, roleValues, "", admin, null);
    }

    private static JsonNode items(String path, String query, Map<String, String> values) {
        return AdminHttp.parse(calls.expect(200, "GET", BASE + path, values, query, admin, null)
                .body());
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> values = new HashMap<>(roleValues);
        values.put(name, value);
        return values;
    }

    @AfterAll
    static void everyDocumentedStatusWasAnswered() {
        Set<Answerable> missing = new TreeSet<>(contract.answerable(BASE));
        missing.removeAll(calls.answered());

        assertThat(missing).as("documented but never answered").isEmpty();
    }
}
