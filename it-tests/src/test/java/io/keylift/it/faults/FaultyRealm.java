// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.faults;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A realm whose requests come by all hooks, and the servers that Keycloak calls for it. */
final class FaultyRealm implements AutoCloseable {

    private static final String NAME = "faults";
    private static final String PATH = "/admin/realms/" + NAME + "/";
    private static final String PASSWORD = "correct horse battery staple";
    private static final String HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

    /** A password of an old system that the options of the server do not have. */
    private static final Map<String, String> REMOTE = Map.of(
            "type",
            "password",
            "credentialData",
            "{\"algorithm\":\"keylift-remote\",\"hashIterations\":1,\"additionalParameters\":{\"remote\":[\"gone\"]}}",
            "secretData",
            "{\"value\":\"former\"}");

    private final HttpClient http = HttpClient.newHttpClient();
    private final GreenMail mails = new GreenMail(new ServerSetup(0, null, ServerSetup.PROTOCOL_SMTP));
    private final LdapServer directory = LdapServer.start();
    private final HttpServer other;
    private final KeycloakServer server;
    private final AdminHttp admin;
    private final String anna;
    private final String warehouse;
    private final String shelf;

    FaultyRealm(KeycloakServer server) throws IOException {
        this.server = server;
        admin = AdminHttp.master(server.baseUrl());
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", FaultyRealm::describeProvider);
        other.start();
        mails.start();
        TestRealms.createByAdminApi(
                admin,
                Map.of(
                        "realm",
                        NAME,
                        "enabled",
                        true,
                        "smtpServer",
                        Map.of("host", "localhost", "port", "" + mails.getSmtp().getPort(), "from", "k@example.org")));
        anna = admin.postNew(PATH + "users", person("anna", Map.of("type", "password", "value", PASSWORD)));
        admin.post(PATH + "bulk-import/users", List.of(person("old", Map.of("type", "password", "hash", HASH))));
        admin.postNew(PATH + "users", person("former", REMOTE));
        admin.put(PATH + "capabilities/sources/shop", catalog());
        admin.postNew(PATH + "clients", mapped());
        warehouse = admin.postNew(
                PATH + "clients",
                Map.of(
                        "clientId",
                        "warehouse",
                        "secret",
                        PASSWORD,
                        "serviceAccountsEnabled",
                        true,
                        "authorizationServicesEnabled",
                        true));
        shelf = shelf();
        directory.add("fred");
        directory.addTo(admin, NAME, Map.of());
    }

    private static Map<String, ?> person(String name, Map<String, ?> credential) {
        return Map.of(
                "username",
                name,
                "enabled",
                true,
                "email",
                name + "@example.org",
                "firstName",
                name,
                "lastName",
                name,
                "credentials",
                List.of(credential));
    }

    private static Map<String, ?> catalog() {
        return Map.of("version", "1", "capabilities", List.of(Map.of("name", "orders.view")), "sets", List.of());
    }

    private static Map<String, ?> mapped() {
        Map<String, ?> mapper = Map.of(
                "name",
                "capabilities",
                "protocol",
                "openid-connect",
                "protocolMapper",
                "keylift-capability-mapper",
                "config",
                Map.of("access.token.claim", "true"));
        return Map.of(
                "clientId",
                "mapped",
                "publicClient",
                true,
                "directAccessGrantsEnabled",
                true,
                "protocolMappers",
                List.of(mapper));
    }

    private String authorization(String path) {
        return PATH + "clients/" + warehouse + "/authz/resource-server/" + path;
    }

    /** Resource that a policy of capabilities guards. */
    private String shelf() {
        String policy = admin.post(
                        authorization("policy/capability"),
                        Map.of("name", "viewers", "capabilities", List.of("orders.view")))
                .get("id")
                .asText();
        String resource = admin.post(authorization("resource"), Map.of("name", "shelf"))
                .get("_id")
                .asText();
        admin.post(
                authorization("permission/resource"),
                Map.of("name", "view", "resources", List.of(resource), "policies", List.of(policy)));
        return resource;
    }

    private static void describeProvider(HttpExchange exchange) throws IOException {
        byte[] body = """
                {"issuer": "https://other.example.org", "token_endpoint": "https://other.example.org/token",
                 "authorization_endpoint": "https://other.example.org/auth"}
                """.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** The status of the answer to each request. */
    Map<String, Integer> answers() {
        Map<String, Integer> answers = new LinkedHashMap<>();
        answers.put("sign in", token("mapped", "anna", PASSWORD));
        answers.put("old hash", token("mapped", "old", "wrong"));
        answers.put("old system", token("mapped", "former", "wrong"));
        send(answers, "new role", "POST", "roles", Map.of("name", "staff"));
        send(answers, "new client", "POST", "clients", Map.of("id", "shop", "clientId", "shop"));
        send(answers, "new user", "POST", "users", Map.of("username", "jdoe", "enabled", true));
        send(answers, "import", "POST", "bulk-import/groups?ifExists=skip", List.of(Map.of("name", "staff")));
        send(answers, "users", "GET", "users?exact=true&username=fred", null);
        send(answers, "mail", "PUT", "users/" + anna + "/execute-actions-email", List.of("UPDATE_PROFILE"));
        send(
                answers,
                "call",
                "POST",
                "identity-provider/import-config",
                Map.of(
                        "providerId",
                        "oidc",
                        "fromUrl",
                        "http://localhost:" + other.getAddress().getPort() + "/"));
        answers.put(
                "decision",
                admin.send(
                                "POST",
                                authorization("policy/evaluate"),
                                Map.of(
                                        "userId",
                                        anna,
                                        "resources",
                                        List.of(Map.of("_id", shelf, "name", "shelf")),
                                        "entitlements",
                                        false,
                                        "context",
                                        Map.of("attributes", Map.of())))
                        .statusCode());
        send(answers, "no role", "DELETE", "roles/staff", null);
        send(answers, "no client", "DELETE", "clients/shop", null);
        String jdoe =
                admin.get(PATH + "users?exact=true&username=jdoe").at("/0/id").asText();
        send(answers, "no user", "DELETE", "users/" + jdoe, null);
        answers.put("metrics", get(server.managementUrl().resolve("/metrics")));
        return answers;
    }

    /** The status of the answer to the removal of a realm. */
    Map<String, Integer> removal() {
        TestRealms.createByAdminApi(admin, Map.of("realm", "gone", "enabled", true));
        admin.post("/admin/realms/gone/bulk-import/groups?job=j", List.of(Map.of("name", "staff")));
        return Map.of(
                "no realm", admin.send("DELETE", "/admin/realms/gone", null).statusCode());
    }

    private void send(Map<String, Integer> answers, String name, String method, String path, Object body) {
        answers.put(name, admin.send(method, PATH + path, body).statusCode());
    }

    private int token(String client, String user, String password) {
        Map<String, String> form =
                Map.of("grant_type", "password", "client_id", client, "username", user, "password", password);
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return status(
                HttpRequest.newBuilder(server.baseUrl().resolve("/realms/" + NAME + "/protocol/openid-connect/token"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build());
    }

    private int get(URI uri) {
        return status(HttpRequest.newBuilder(uri).build());
    }

    private int status(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        other.stop(0);
        mails.stop();
        directory.close();
    }
}
