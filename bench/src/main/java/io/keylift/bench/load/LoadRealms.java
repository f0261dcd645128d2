// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The realms of the load test: one with clients, and users with Keycloak's default hash of passwords; another one with
 * a few users and a cheap hash, for many sessions.
 */
final class LoadRealms {

    static final String REALM = "load";
    static final String SESSION_REALM = "load-sessions";
    static final String PASSWORD = "Keylift-load-1";
    static final String SECRET = "keylift-load-secret";
    static final String BROWSER_CLIENT = "browser";
    static final String REDIRECT_URI = "http://localhost/signed-in";

    /** Few enough to fit into Keycloak's cache, so that only sessions make a difference. */
    static final int SESSION_USERS = 1_000;

    private static final String CHEAP = "hashAlgorithm(pbkdf2-sha256) and hashIterations(1)";

    /** Longer than any step. */
    private static final int TEN_HOURS = 36_000;

    private static final List<String> SESSION_TABLES = List.of("offline_client_session", "offline_user_session");

    private final EmbeddedDatabase database;
    private final String databaseName;
    private final AdminHttp admin;

    LoadRealms(EmbeddedDatabase database, KeycloakServer keycloak) {
        this.database = database;
        this.databaseName = keycloak.databaseName();
        this.admin = AdminHttp.master(keycloak.baseUrl());
    }

    /** Creates the missing parts. The server must have the bulk import. */
    void create(int users, int clients) throws IOException, SQLException {
        createRealm(REALM, Map.of());
        importUsers(REALM, users);
        send(REALM, "clients", clients, LoadRealms::client);
        createRealm(SESSION_REALM, Map.of("passwordPolicy", CHEAP));
        importUsers(SESSION_REALM, SESSION_USERS);
    }

    private void createRealm(String realm, Map<String, String> more) {
        if (TenantRealm.exists(admin, realm)) {
            return;
        }
        admin.post(
                "/admin/realms",
                Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "accessTokenLifespan",
                        TEN_HOURS,
                        "ssoSessionIdleTimeout",
                        TEN_HOURS,
                        "ssoSessionMaxLifespan",
                        TEN_HOURS));
        if (!more.isEmpty()) {
            admin.put("/admin/realms/" + realm, more);
        }
        admin.post(
                "/admin/realms/" + realm + "/clients",
                Map.of(
                        "clientId",
                        BROWSER_CLIENT,
                        "publicClient",
                        true,
                        "redirectUris",
                        List.of(REDIRECT_URI),
                        "directAccessGrantsEnabled",
                        true,
                        "attributes",
                        Map.of("post.logout.redirect.uris", "+")));
        admin.post(
                "/admin/realms/" + realm + "/users",
                Map.of(
                        "username",
                        "hashed",
                        "credentials",
                        List.of(Map.of("type", "password", "value", PASSWORD, "temporary", false))));
    }

    /** Imports users who all have the credential of one user, whose password the server has hashed. */
    private void importUsers(String realm, int users) throws IOException, SQLException {
        Map<String, String> credential = credential(realm);
        send(realm, "users", users, index -> user(index, credential));
    }

    private Map<String, String> credential(String realm) throws SQLException {
        try (Connection connection = database.connect(databaseName);
                PreparedStatement query = connection.prepareStatement("select secret_data, credential_data"
                        + " from credential c join user_entity u on u.id = c.user_id join realm r on r.id = u.realm_id"
                        + " where r.name = ? and u.username = 'hashed'")) {
            query.setString(1, realm);
            ResultSet row = query.executeQuery();
            row.next();
            return Map.of("type", "password", "secretData", row.getString(1), "credentialData", row.getString(2));
        }
    }

    private static Map<String, Object> user(int index, Map<String, String> credential) {
        String username = "user-" + index;
        return Map.of(
                "username",
                username,
                "email",
                username + "@load.example",
                "emailVerified",
                true,
                "firstName",
                "User",
                "lastName",
                "Number " + index,
                "enabled",
                true,
                "credentials",
                List.of(credential));
    }

    private static Map<String, Object> client(int index) {
        return Map.of(
                "clientId",
                "client-" + index,
                "secret",
                SECRET,
                "publicClient",
                false,
                "standardFlowEnabled",
                false,
                "serviceAccountsEnabled",
                true);
    }

    /**
     * Sends an import. The id of the job stands for the input: sent again, the import resumes where it was interrupted.
     */
    private void send(String realm, String kind, int count, IntFunction<Map<String, Object>> records)
            throws IOException {
        String job = realm + "-" + kind + "-" + count;
        BodyWriter body = out -> {
            for (int index = 0; index < count; index++) {
                out.write(
                        AdminHttp.JSON.writeValueAsString(records.apply(index)).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        };
        JsonNode last = admin.stream(
                "/admin/realms/" + realm + "/bulk-import/" + kind + "?ifExists=skip&results=summary&job=" + job,
                "application/x-ndjson",
                body,
                line -> {});
        if (!last.path("status").asText().equals("COMPLETED")
                || last.path("added").asInt() + last.path("skipped").asInt() != count) {
            throw new IllegalStateException("Not all " + kind + " of realm " + realm + " were imported: " + last);
        }
    }

    /** Removes all sessions. No server may be running. */
    static void clearSessions(EmbeddedDatabase database, String databaseName) throws SQLException {
        try (Connection connection = database.connect(databaseName);
                Statement statement = connection.createStatement()) {
            statement.execute("truncate " + String.join(", ", SESSION_TABLES));
        }
    }
}
