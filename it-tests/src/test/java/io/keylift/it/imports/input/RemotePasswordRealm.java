// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A realm whose users have passwords that the old systems of the tuned server know. */
final class RemotePasswordRealm implements AutoCloseable {

    static final String PASSWORD = "right ü+&";

    private final TwinRealm realm;
    private final SignIn signIn;
    private final Sql sql;

    RemotePasswordRealm(TunedServer server, String name) {
        realm = TwinRealm.create(
                server.admin(),
                name,
                Map.of(
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1) and passwordHistory(3)",
                        "bruteForceProtected",
                        true,
                        "quickLoginCheckMilliSeconds",
                        0,
                        "eventsEnabled",
                        true));
        realm.demandNothingOfNewUsers();
        signIn = new SignIn(server.keycloak().baseUrl(), realm.name(), "admin-cli", "openid");
        sql = new Sql(server.database());
    }

    TwinRealm realm() {
        return realm;
    }

    SignIn signIn() {
        return signIn;
    }

    Sql sql() {
        return sql;
    }

    static ObjectNode user(String name, String credential) {
        return Records.json("{username:'" + name + "',enabled:true,email:'" + name
                + "@example.org',firstName:'P',lastName:'Q',credentials:[{type:'password'," + credential + "}]}");
    }

    ImportAnswer imports(String query, ObjectNode... users) throws IOException {
        return realm.imports()
                .post("users?results=all" + query, Records.lines(List.of(users)))
                .addsUp();
    }

    void add(String name, String credential) throws IOException {
        assertThat(imports("", user(name, credential)).rejects()).isEmpty();
    }

    /** The algorithm of the stored password. */
    String algorithm(String name) {
        String data = sql.strings(
                        "select credential_data from credential where type = 'password' and user_id = ?",
                        realm.userId(name))
                .get(0);
        return AdminHttp.parse(data).get("algorithm").asText();
    }

    /** Wrong passwords that brute force protection has counted. */
    long failures(String name) {
        return realm.admin()
                .get(realm.path("attack-detection/brute-force/users/" + realm.userId(name)))
                .get("numFailures")
                .asLong();
    }

    /** Errors of the events of failed sign-ins by a client, the newest first. */
    List<String> errors(String client) {
        return realm.admin()
                .get(realm.path("events?type=LOGIN_ERROR&client=" + client))
                .findValuesAsText("error");
    }

    @Override
    public void close() {
        sql.close();
    }
}
