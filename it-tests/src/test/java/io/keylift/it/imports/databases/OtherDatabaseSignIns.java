// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OldSystems;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A sign-in by an old system on a database other than PostgreSQL. */
abstract class OtherDatabaseSignIns extends OtherDatabase {

    private static final String REALM = "signing-in";
    private static final String PASSWORD = "the right password";

    private final OldSystems oldSystems = new OldSystems();

    @Override
    ServerSettings withOptions(ServerSettings settings) {
        oldSystems.options().forEach(settings::option);
        return settings;
    }

    @AfterAll
    void stopOldSystems() {
        oldSystems.close();
    }

    @Test
    @Order(3)
    void anOldSystemVerifiesThePasswordOnce() throws IOException {
        ImportClient client = plainRealm(REALM);
        SignIn signIn = new SignIn(keycloak().baseUrl(), REALM, "admin-cli", "openid");
        oldSystems.add("rita", PASSWORD);
        client.post("users", List.of("""
                        {"username":"rita","enabled":true,"email":"rita@example.org","firstName":"R","lastName":"S",\
                        "credentials":[{"type":"password","remote":"grant"}]}""")).addsUp();

        assertThat(waiting()).isEqualTo(1);
        assertThat(signIn.isPassword("rita", "wrong")).isFalse();
        assertThat(signIn.isPassword("rita", PASSWORD)).isTrue();
        assertThat(waiting()).isZero();
        oldSystems.fail(true);
        assertThat(signIn.isPassword("rita", PASSWORD)).isTrue();
    }

    private int waiting() {
        return admin().get("/admin/realms/" + REALM + "/remote-passwords")
                .path("users")
                .asInt();
    }
}
