// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleCatalog;
import io.keylift.it.tenant.TenantRealm;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How long decisions take for people with more and more roles, each with 267 capability sets: by the evaluate call and by Keycloak's UMA
 * endpoint with a policy of capabilities; and how large the tokens get, beside those of the same rights as parts of composite roles.
 */
final class DecisionRun {

    private static final int SETS = 267;
    private static final List<Integer> ROLES = List.of(1, 10, 50, 200);
    private static final int WARM = 100;
    private static final int COLD = 10;
    private static final long SEED = 10;
    private static final String CLIENT = "decisions";
    private static final String SECRET = "correct horse battery staple";

    private final AdminHttp admin;
    private final URI server;
    private final String realm;
    private final HttpClient http = HttpClient.newHttpClient();
    private final SampleCatalog catalog = SampleCatalog.realistic(SEED);
    private final Random random = new Random(SEED);
    private final List<Latency> latencies = new ArrayList<>();
    private final List<Token> tokens = new ArrayList<>();
    private final List<String> roles = new ArrayList<>();

    DecisionRun(AdminHttp admin, URI server, String realm) {
        this.admin = admin;
        this.server = server;
        this.realm = realm;
    }

    /**
     * An access token.
     *
     * @param what of whom, made how
     * @param bytes of the token as it is sent
     */
    record Token(String what, int bytes) {

        static void print(List<Token> all, PrintStream out) {
            out.printf("%n%-76s %9s%n", "access tokens", "bytes");
            all.forEach(token -> out.printf(Locale.ROOT, "%-76s %,9d%n", token.what, token.bytes));
        }
    }

    List<Latency> latencies() {
        return latencies;
    }

    List<Token> tokens() {
        return tokens;
    }

    void run() throws Exception {
        TenantRealm.create(admin, realm);
        call("PUT", "capabilities/sources/bench", catalog.manifest("1"));
        String wanted = catalog.capabilities().get(0).get("name").asText();
        String server = client();
        permission(server, wanted);
        for (int count : ROLES) {
            while (roles.size() < count) {
                addRole();
            }
            String user = "with-" + count + "-roles";
            person(user);
            decide(user, count, wanted);
            tokens.add(new Token(
                    count + " roles of " + SETS + " sets, capabilities as a claim",
                    token(user).length()));
        }
        person("with-composite");
        composite();
        tokens.add(new Token(
                "the capabilities of " + SETS + " sets as parts of one composite role",
                token("with-composite").length()));
    }

    private void decide(String user, int count, String wanted) throws Exception {
        System.out.println("Decisions: " + count + " roles");
        Map<String, Object> request = Map.of(
                "subject", Map.of("type", "user", "id", user),
                "action", Map.of("name", "use"),
                "resource", Map.of("type", "capability", "id", wanted));
        Latency.Call evaluate = round -> call("POST", "capabilities/evaluate", request);
        latencies.add(Latency.of("evaluate, " + count + " roles, just changed", COLD, this::changeAll, evaluate));
        latencies.add(Latency.of("evaluate, " + count + " roles", WARM, evaluate));
        String token = token(user);
        Latency.Call uma = round -> uma(token);
        latencies.add(Latency.of("UMA, " + count + " roles, just changed", COLD, this::changeAll, uma));
        latencies.add(Latency.of("UMA, " + count + " roles", WARM, uma));
    }

    /** Nothing that any node remembers of these roles is good any more. */
    private void changeAll(int round) {
        String name = catalog.capabilities().get(round % 2 + 1).get("name").asText();
        List<Map<String, Object>> changes = new ArrayList<>();
        roles.forEach(role -> changes.add(
                round % 4 < 2
                        ? Map.of("id", role, "add", List.of(name))
                        : Map.of("id", role, "remove", List.of(name))));
        call("POST", "capabilities/roles:batch", Map.of("changes", changes));
    }

    private void addRole() {
        String name = "role-" + roles.size();
        call("POST", "roles", Map.of("name", name));
        String id = admin.get(path("roles/" + name)).get("id").asText();
        List<String> sets = new ArrayList<>(catalog.setNames());
        Collections.shuffle(sets, random);
        call("PUT", "capabilities/roles/" + id, Map.of("set", sets.subList(0, SETS)));
        roles.add(id);
    }

    /** A user who has all roles there are so far. */
    private void person(String username) {
        Map<String, Object> user = new HashMap<>(Map.of(
                "username",
                username,
                "enabled",
                true,
                "email",
                username + "@bench.example",
                "firstName",
                "Ben",
                "lastName",
                "Chmark",
                "credentials",
                List.of(Map.of("type", "password", "value", SECRET))));
        user.put(
                "attributes",
                Map.of(TenantRealm.EMPLOYEE_NUMBER, List.of("1"), TenantRealm.JOB_TITLE, List.of("Tester")));
        call("POST", "users", user);
        ArrayNode granted = AdminHttp.JSON.createArrayNode();
        for (int i = 0; i < roles.size() && !username.endsWith("composite"); i++) {
            granted.addObject().put("id", roles.get(i)).put("name", "role-" + i);
        }
        call("POST", "users/" + userId(username) + "/role-mappings/realm", granted);
    }

    private String userId(String username) {
        return admin.get(path("users?exact=true&username=" + username))
                .at("/0/id")
                .asText();
    }

    private String client() {
        call(
                "POST",
                "clients",
                Map.of(
                        "clientId",
                        CLIENT,
                        "secret",
                        SECRET,
                        "directAccessGrantsEnabled",
                        true,
                        "serviceAccountsEnabled",
                        true,
                        "authorizationServicesEnabled",
                        true,
                        "protocolMappers",
                        List.of(Map.of(
                                "name",
                                "capabilities",
                                "protocol",
                                "openid-connect",
                                "protocolMapper",
                                "keylift-capability-mapper",
                                "config",
                                Map.of("access.token.claim", "true")))));
        return "clients/"
                + admin.get(path("clients?clientId=" + CLIENT)).at("/0/id").asText() + "/authz/resource-server/";
    }

    private void permission(String server, String capability) {
        String policy = admin.post(
                        path(server + "policy/capability"), Map.of("name", "p", "capabilities", List.of(capability)))
                .get("id")
                .asText();
        String resource = admin.post(path(server + "resource"), Map.of("name", "shelf"))
                .get("_id")
                .asText();
        call(
                "POST",
                server + "permission/resource",
                Map.of("name", "shelf", "resources", List.of(resource), "policies", List.of(policy)));
    }

    private void composite() throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < SETS; i++) {
            catalog.sets().get(i).get("members").forEach(member -> names.add(member.asText()));
        }
        List<String> parts = names.stream().distinct().sorted().toList();
        admin.stream(
                path("bulk-import/roles?ifExists=merge"),
                "application/x-ndjson",
                out -> {
                    for (String part : parts) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(Map.of("name", part, "client", CLIENT)));
                        out.write('\n');
                    }
                    out.write(AdminHttp.JSON.writeValueAsBytes(
                            Map.of("name", "composite", "composites", Map.of("client", Map.of(CLIENT, parts)))));
                    out.write('\n');
                },
                line -> {});
        call(
                "POST",
                "users/" + userId("with-composite") + "/role-mappings/realm",
                List.of(admin.get(path("roles/composite"))));
    }

    private String token(String user) {
        return new AdminHttp(
                        server,
                        realm,
                        Map.of(
                                "grant_type",
                                "password",
                                "client_id",
                                CLIENT,
                                "client_secret",
                                SECRET,
                                "username",
                                user,
                                "password",
                                SECRET))
                .token();
    }

    private void uma(String token) throws Exception {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.resolve("/realms/" + realm + "/protocol/openid-connect/token"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(
                                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Auma-ticket&audience=" + CLIENT
                                        + "&permission=shelf&response_mode=decision"))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("The decision was " + answer.statusCode() + ": " + answer.body());
        }
    }

    private void call(String method, String rest, Object body) {
        admin.call(method, path(rest), body);
    }

    private String path(String rest) {
        return "/admin/realms/" + realm + "/" + rest;
    }
}
