// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Callers who may manage users, by the way in which they came by a token. */
final class UserManagers {

    /** How the caller came by a token. */
    enum Way {
        PASSWORD,
        LIGHTWEIGHT,
        CODE,
        CLIENT_CREDENTIALS
    }

    /**
     * A caller who may manage users.
     *
     * @param user internal id
     * @param client internal id of the client the caller comes through
     * @param tokens as the client got them; {@code null} if it has none of its own to give back
     */
    record Person(String user, String client, CallerSignIn signIn, JsonNode tokens, AdminHttp http) {}

    private final URI server;
    private final String realm;
    private final AdminHttp admin;
    private final Callers callers;
    private int number;

    UserManagers(SharedServer shared, String realm) {
        server = shared.keycloak().baseUrl();
        this.realm = realm;
        admin = shared.admin();
        callers = new Callers(shared, realm);
    }

    /** How many have been created. */
    int count() {
        return number;
    }

    /** Creates one, and signs in. */
    Person create(Way way) {
        String name = "caller-" + ++number;
        String internal;
        CallerSignIn signIn;
        if (way == Way.LIGHTWEIGHT) {
            signIn = signInBy("admin-cli");
            internal = callers.clientId("admin-cli");
        } else {
            signIn = signInBy(name);
            internal = client(name, way == Way.CLIENT_CREDENTIALS);
        }
        if (way == Way.CLIENT_CREDENTIALS) {
            String user = admin.get(callers.path("clients/" + internal + "/service-account-user"))
                    .get("id")
                    .asText();
            grant(user, "manage-users");
            Map<String, String> grant =
                    Map.of("grant_type", "client_credentials", "client_id", name, "client_secret", Callers.PASSWORD);
            AdminHttp http = new AdminHttp(server, realm, grant);
            return new Person(user, internal, signIn, null, http);
        }
        String user = callers.create(name);
        grant(user, "manage-users");
        JsonNode tokens =
                way == Way.CODE ? signIn.byCode(name, Callers.PASSWORD) : signIn.byPassword(name, Callers.PASSWORD);
        return new Person(user, internal, signIn, tokens, signIn.caller(tokens));
    }

    private CallerSignIn signInBy(String client) {
        return new CallerSignIn(server, realm, client);
    }

    private String client(String name, boolean serviceAccount) {
        return admin.postNew(
                callers.path("clients"),
                Map.of(
                        "clientId",
                        name,
                        "publicClient",
                        !serviceAccount,
                        "secret",
                        Callers.PASSWORD,
                        "serviceAccountsEnabled",
                        serviceAccount,
                        "directAccessGrantsEnabled",
                        true,
                        "redirectUris",
                        List.of("*")));
    }

    void grant(String user, String... roles) {
        admin.post(management(user), roles(roles));
    }

    /** Path of the roles that a user has of the client that manages the realm. */
    String management(String user) {
        return callers.path("users/" + user + "/role-mappings/clients/" + callers.clientId(Callers.REALM_MANAGEMENT));
    }

    List<JsonNode> roles(String... names) {
        String client = callers.clientId(Callers.REALM_MANAGEMENT);
        return Stream.of(names)
                .map(name -> admin.get(callers.path("clients/" + client + "/roles/" + name)))
                .toList();
    }

    /** Imports as this caller. */
    ImportClient importing(Person caller) {
        return callers.importing(caller.http());
    }
}
