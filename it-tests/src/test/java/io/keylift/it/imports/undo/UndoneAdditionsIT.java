// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.TestRealms;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An undo does not remove an added object that has changed since, or that others refer to. */
@OnTunedServer
class UndoneAdditionsIT {

    private static final List<String> TIED = List.of(
            "with-role",
            "with-resource",
            "with-policy",
            "with-role-of-account",
            "with-group-of-account",
            "with-consent",
            "with-scope");

    @Test
    void law15_aClientStaysOnWhichSomethingHangsSince(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-additions", Map.of());
        StringBuilder clients = new StringBuilder(client("untouched"));
        TIED.forEach(name -> clients.append('\n').append(client(name)));
        ImportAnswer added = realm.imports().post("clients?undo=true&job=clients", clients.toString());
        assertThat(added.addsUp().count("added")).as("%s", added.lines()).isEqualTo(TIED.size() + 1);
        ReferencedObjects.load(realm, "roles", "{name:'own',client:'with-role'}");
        ReferencedObjects.load(realm, "resources", "{client:'with-resource',name:'box'}");
        ReferencedObjects.load(
                realm, "policies", "{client:'with-policy',name:'own',type:'role',roles:[{id:'reader'}]}");
        ReferencedObjects.load(
                realm, "role-mappings", "{username:'service-account-with-role-of-account',realmRoles:['reader']}");
        ReferencedObjects.load(
                realm, "group-members", "{group:'/guests',username:'service-account-with-group-of-account'}");
        ReferencedObjects.load(realm, "users", "{username:'anna',clientConsents:[{clientId:'with-consent'}]}");
        ReferencedObjects.load(realm, "scope-mappings", "{client:'with-scope',realmRoles:['reader']}");

        ImportAnswer undone = realm.imports().post("jobs/clients/undo", "");

        assertThat(undone.addsUp().rejects())
                .isNotEmpty()
                .allSatisfy(reject -> assertThat(reject.get("code").asText()).isEqualTo("conflict"))
                .extracting(reject -> reject.get("key").asText())
                .containsExactlyInAnyOrderElementsOf(TIED);
        assertThat(undone.count("removed")).isEqualTo(1);
        assertThat(realm.clientId("untouched")).isEmpty();
        assertThat(TIED)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(realm.clientId(name)).isNotEmpty());
    }

    /** A sign-in with a hash of another system stores a new hash. One with a hash of Keycloak stores nothing. */
    @Test
    void law15_aUserStaysWhosePasswordWasHashedAnewAtASignIn(TunedServer server) throws IOException {
        String name = "undone-sign-ins";
        TestRealms.create(server.admin(), Map.of("realm", name, "enabled", true));
        TwinRealm realm = new TwinRealm(server.admin(), name);
        String foreign = "\"hash\":\"$2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42\"";
        String users = String.join(
                "\n",
                user("hashed-anew", foreign),
                user("not-signed-in", foreign),
                user("of-keycloak", "\"value\":\"42\""));
        realm.imports().post("users?undo=true&job=users", users).addsUp();
        SignIn client = new SignIn(server.keycloak().baseUrl(), name, "admin-cli", "openid");
        assertThat(List.of("hashed-anew", "of-keycloak"))
                .isNotEmpty()
                .allSatisfy(user -> assertThat(client.isPassword(user, "42")).isTrue());

        ImportAnswer undone = realm.imports().post("jobs/users/undo", "");

        assertThat(undone.addsUp().rejects())
                .extracting(reject ->
                        reject.get("key").asText() + " " + reject.get("code").asText())
                .containsExactly("hashed-anew conflict");
        assertThat(undone.count("removed")).isEqualTo(2);
    }

    private static String user(String name, String password) {
        return "{\"username\":\"" + name + "\",\"email\":\"" + name + "@acme.example\",\"enabled\":true,"
                + "\"firstName\":\"A\",\"lastName\":\"B\",\"credentials\":[{\"type\":\"password\"," + password + "}]}";
    }

    private static String client(String name) {
        return "{\"clientId\":\"" + name + "\",\"publicClient\":false,\"serviceAccountsEnabled\":true,"
                + "\"authorizationServicesEnabled\":true}";
    }
}
