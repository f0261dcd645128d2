// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The metered server under some load, which Prometheus has scraped before and after. */
abstract class ScrapedServer {

    static final Path CONF = Workspace.directory().resolve("../../docker/conf").normalize();
    private static final String IMPORT = "/admin/realms/master/bulk-import/";
    private static final String OTHERS = "prometheus-others";

    MeteredServer server;
    Prometheus prometheus;
    PostgresExporter exporter;
    private String reader;

    @BeforeAll
    void scrapeALoadedServer(MeteredServer metered) throws IOException {
        server = metered;
        addRealmOfOthers();
        load("before");
        Prometheus.require("prometheus");
        if (PostgresExporter.isInstalled()) {
            exporter = new PostgresExporter(server.database(), server.keycloak().databaseName());
        }
        prometheus = new Prometheus(
                server.keycloak().managementUrl(), exporter == null ? List.of() : List.of(exporter.address()));
        prometheus.scrape();
        load("after");
        prometheus.scrape();
        assertThat(prometheus.scrapeErrors()).isEmpty();
    }

    /** A realm whose directory and mail server do not answer. */
    private void addRealmOfOthers() {
        AdminHttp admin = server.admin();
        Map<String, String> mail = Map.of("host", "localhost", "port", "1", "from", "keycloak@example.org");
        TestRealms.create(admin, Map.of("realm", OTHERS, "enabled", true, "smtpServer", mail));
        admin.postNew(
                "/admin/realms/" + OTHERS + "/users",
                Map.of("username", "reader", "email", "reader@example.org", "enabled", true));
        reader = admin.get("/admin/realms/" + OTHERS + "/users?username=reader")
                .at("/0/id")
                .asText();
        try (LdapServer directory = LdapServer.start()) {
            directory.addTo(admin, OTHERS, Map.of());
        }
    }

    private void callOthers() {
        String realm = "/admin/realms/" + OTHERS;
        server.admin().send("GET", realm + "/users?exact=true&username=nobody", null);
        server.admin().send("PUT", realm + "/users/" + reader + "/execute-actions-email", List.of("UPDATE_PASSWORD"));
        server.admin()
                .send(
                        "POST",
                        realm + "/identity-provider/import-config",
                        Map.of("providerId", "oidc", "fromUrl", "http://localhost:1/"));
    }

    /** Requests the sign-in page, like a browser. */
    private void askForTheForm() throws IOException {
        URI form = server.keycloak()
                .baseUrl()
                .resolve("/realms/master/protocol/openid-connect/auth?client_id=security-admin-console");
        HttpURLConnection browser = (HttpURLConnection) form.toURL().openConnection();
        assertThat(browser.getResponseCode()).isPositive();
    }

    private void load(String name) throws IOException {
        callOthers();
        askForTheForm();
        for (int i = 0; i < 5; i++) {
            server.admin().get("/admin/realms/master/users?search=nobody");
            AdminHttp.master(server.keycloak().baseUrl()).token();
        }
        server.admin().post("/admin/realms/master/groups", Map.of("name", "prometheus-" + name));
        importInTheBackground("prometheus-in-background-" + name);
        server.admin().stream(
                IMPORT + "users",
                "application/x-ndjson",
                out -> out.write(("{\"username\":\"prometheus-" + name + "\"}\n{\"username\":7}")
                        .getBytes(StandardCharsets.UTF_8)),
                line -> {});
    }

    /** Without this it is left to chance whether anything happens that no request waits for. */
    private void importInTheBackground(String name) {
        HttpResponse<String> accepted = server.admin()
                .send(
                        "POST",
                        IMPORT + "users?job=" + name,
                        Map.of("Prefer", "respond-async"),
                        List.of(Map.of("username", name)));
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> server.admin()
                        .get(IMPORT + "jobs/" + name)
                        .path("status")
                        .asText()
                        .equals("COMPLETED"));
    }

    @AfterAll
    void end() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (exporter != null) {
            exporter.close();
        }
        server.admin().delete("/admin/realms/" + OTHERS);
    }

    static Stream<Path> dashboards() {
        try (Stream<Path> dashboards = Files.list(CONF.resolve("grafana/dashboards"))) {
            return dashboards.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(Path dashboard) {
        try {
            return AdminHttp.JSON.readTree(dashboard.toFile());
        } catch (IOException e) {
            throw new IllegalStateException(dashboard + " is no JSON", e);
        }
    }
}
