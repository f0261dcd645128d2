// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A few users of a realm who sign in again and again. */
final class SignInUsers {

    private static final String CLIENT = "browser";
    private static final int USERS = 100;

    private final BrowserSignIn signIns;

    private SignInUsers(BrowserSignIn signIns) {
        this.signIns = signIns;
    }

    /** Imports the users into a realm, with passwords that the server hashes. */
    static SignInUsers create(AdminHttp admin, URI server, String realm) throws IOException {
        admin.post("/admin/realms/" + realm + "/clients", BrowserSignIn.client(CLIENT));
        JsonNode end = admin.stream(
                "/admin/realms/" + realm + "/bulk-import/users?results=summary",
                "application/x-ndjson",
                out -> {
                    for (int i = 0; i < USERS; i++) {
                        out.write(AdminHttp.JSON.writeValueAsBytes(user(name(i))));
                        out.write('\n');
                    }
                },
                line -> {});
        if (end.path("added").asInt() != USERS) {
            throw new IllegalStateException("Not everything was imported: " + end);
        }
        return new SignInUsers(new BrowserSignIn(server, realm, CLIENT));
    }

    private static Map<String, Object> user(String name) {
        return Map.of(
                "username",
                name,
                "email",
                name + "@example.org",
                "firstName",
                "Some",
                "lastName",
                "One",
                "enabled",
                true,
                "credentials",
                List.of(Map.of("type", "password", "value", SampleTenant.PASSWORD)));
    }

    private static String name(int index) {
        return "user-" + index % USERS;
    }

    /** Begins so many sign-ins in each second, and returns the milliseconds of each. */
    List<Double> signIn(int perSecond, int seconds) throws Exception {
        return SteadyCalls.send(perSecond, seconds, index -> signIns.signIn(name(index), SampleTenant.PASSWORD));
    }
}
