// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleCatalog;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Measures the time of decisions for users with a growing number of roles, each with 267 capability sets, by the
 * evaluate call and by Keycloak's UMA endpoint with a policy of capabilities. Also measures the size of tokens, with
 * capabilities and with the same rights as composite roles.
 */
final class DecisionRun implements Measurement {

    private static final String REALM = "bench-decisions";

    private static final int SETS = 267;
    private static final List<Integer> ROLES = List.of(1, 10, 50, 200);
    private static final int WARM = 100;
    private static final int COLD = 20;
    private static final long SEED = 10;
    private static final String CLIENT = "decisions";
    private static final String SECRET = "correct horse battery staple";

    private final AdminHttp admin;
    private final URI server;
    private final double warmUpSeconds;
    private final HttpClient http = HttpClient.newHttpClient();
    private final SampleCatalog catalog = SampleCatalog.realistic(SEED);
    private final Random random = new Random(SEED);
    private final List<Latency> latencies = new ArrayList<>();
    private final List<Token> tokens = new ArrayList<>();
    private final List<String> roles = new ArrayList<>();

    /** Roles that have a capability in addition to their sets. */
    private final Set<String> withAnother = new HashSet<>();

    /** Sets of the first role. */
    private List<String> firstSets;

    DecisionRun(AdminHttp admin, URI server, double warmUpSeconds) {
        this.admin = admin;
        this.server = server;
        this.warmUpSeconds = warmUpSeconds;
    }

    /**
     * An access token.
     *
     * @param what user of the token and way of its creation
     * @param bytes size of the token as it is sent
     */
    record Token(String what, int bytes) {}

    @Override
    public String name() {
        return "decisions";
    }

    @Override
    public void run() throws Exception {
        TenantRealm.create(admin, REALM);
        // The tokens outlive the measurement.
        admin.put("/admin/realms/" + REALM, Map.of("accessTokenLifespan", 3600));
        call("PUT", "capabilities/sources/bench", catalog.manifest("1"));
        String wanted = catalog.capabilities().get(0).get("name").asText();
        permission(client(), wanted);
        Latencies warm = new Latencies();
        Latencies changed = new Latencies();
        for (int count : ROLES) {
            while (roles.size() < count) {
                addRole();
            }
            String user = "with-" + count + "-roles";
            person(user, granted());
            tokens.add(new Token(
                    count + " roles of " + SETS + " sets, capabilities as a claim",
                    token(user).length()));
            add(warm, changed, user, List.copyOf(roles), wanted);
        }
        composites();
        System.out.println("Decisions");
        latencies.addAll(warm.measure(WARM, warmUpSeconds));
        System.out.println("Decisions about roles that have just changed");
        latencies.addAll(changed.measure(COLD, warmUpSeconds));
    }

    private void add(Latencies warm, Latencies changed, String user, List<String> ofUser, String wanted) {
        Map<String, Object> request = Map.of(
                "subject", Map.of("type", "user", "id", user),
                "action", Map.of("name", "use"),
                "resource", Map.of("type", "capability", "id", wanted));
        String token = token(user);
        Latencies.Call change = round -> change(ofUser);
        Latencies.Call evaluate = round -> call("POST", "capabilities/evaluate", request);
        Latencies.Call uma = round -> uma(token);
        String of = ofUser.size() + " roles";
        warm.add("evaluate, " + of, evaluate);
        warm.add("UMA, " + of, uma);
        changed.add("evaluate, " + of + ", just changed", change, evaluate);
        changed.add("UMA, " + of + ", just changed", change, uma);
    }

    /** Changes these roles, so that the caches of all nodes are outdated for them. */
    private void change(List<String> changed) {
        List<String> capability =
                List.of(catalog.capabilities().get(1).get("name").asText());
        List<Map<String, Object>> changes = new ArrayList<>();
        for (String role : changed) {
            boolean add = withAnother.add(role);
            changes.add(Map.of("id", role, add ? "add" : "remove", capability));
            if (!add) {
                withAnother.remove(role);
            }
        }
        call("POST", "capabilities/roles:batch", Map.of("changes", changes));
    }

    private void addRole() {
        String name = "role-" + roles.size();
        call("POST", "roles", Map.of("name", name));
        String id = admin.get(path("roles/" + name)).get("id").asText();
        List<String> sets = new ArrayList<>(catalog.setNames());
        Collections.shuffle(sets, random);
        if (roles.isEmpty()) {
            firstSets = sets.subList(0, SETS);
        }
        call("PUT", "capabilities/roles/" + id, Map.of("set", sets.subList(0, SETS)));
        roles.add(id);
    }

    /** The roles that exist so far. */
    private ArrayNode granted() {
        ArrayNode granted = AdminHttp.JSON.createArrayNode();
        for (int i = 0; i < roles.size(); i++) {
            granted.addObject().put("id", roles.get(i)).put("name", "role-" + i);
        }
        return granted;
    }

    /** Adds a user with these roles. */
    private void person(String username, Object granted) {
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

    /**
     * Adds the rights of the first role as composite roles: from capabilities directly, and from sets as composite
     * roles.
     */
    private void composites() throws IOException {
        Set<String> names = CompositeRoles.create(admin, REALM, CLIENT, catalog, firstSets);
        CompositeRoles.create(
                admin,
                REALM,
                List.of(
                        Map.of("name", "flat", "composites", Map.of("client", Map.of(CLIENT, names))),
                        Map.of("name", "nested", "composites", Map.of("client", Map.of(CLIENT, firstSets)))));
        addToken("flat", "the capabilities of the " + SETS + " sets of the 1 role as parts of one composite role");
        addToken("nested", "the " + SETS + " sets of the 1 role as composite roles within one");
    }

    private void addToken(String role, String what) {
        String user = "with-" + role;
        person(user, List.of(admin.get(path("roles/" + role))));
        tokens.add(new Token(what, token(user).length()));
    }

    private String token(String user) {
        return new AdminHttp(
                        server,
                        REALM,
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
                HttpRequest.newBuilder(server.resolve("/realms/" + REALM + "/protocol/openid-connect/token"))
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
        return "/admin/realms/" + REALM + "/" + rest;
    }

    @Override
    public void print(PrintStream out) {
        Latency.print(latencies, out);
        out.printf("%n%-84s %9s%n", "access tokens", "bytes");
        tokens.forEach(token -> out.printf(Locale.ROOT, "%-84s %,9d%n", token.what, token.bytes));
    }

    @Override
    public Object result() {
        return Map.of("latencies", latencies, "tokens", tokens);
    }
}
