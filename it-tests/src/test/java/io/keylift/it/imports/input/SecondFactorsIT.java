// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LoginPages;
import io.keylift.it.imports.support.OneTimePassword;
import io.keylift.it.imports.support.Records;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Second factors of other systems: users sign in with the authenticator that they have. */
@OnSharedServer
class SecondFactorsIT {

    private static final String REALM = "second-factors";

    private static final Pattern CHALLENGE = Pattern.compile("challenge\\s*:\\s*\"([^\"]+)\"");

    /** Of RFC 6238. */
    private static final byte[] SEED = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    private static final String PASSWORD = "testing123";

    /** Seconds. Keycloak also takes the passwords of the period before and of that after. */
    private static final int PERIOD = 86_400;

    private static final String FACTORS = """
            totp | {type:'otp',userLabel:'Phone',seed:'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',period:86400}
            uri | {type:'otp',otpauth:'otpauth://totp/Acme:uri?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA256&digits=8&period=86400'}
            hotp | {type:'hotp',seed:'3132333435363738393031323334353637383930',seedEncoding:'hex',counter:4}
            """;

    @Test
    void peopleSignInWithTheSecondFactorsThatTheyHave(SharedServer server)
            throws IOException, GeneralSecurityException {
        AdminHttp admin = server.admin();
        TestRealms.create(admin, REALM);
        admin.post(
                "/admin/realms/" + REALM + "/clients",
                Map.of("clientId", "app", "publicClient", true, "redirectUris", List.of("*")));
        allowAuthenticators(admin);
        Authenticator authenticator = new Authenticator(41);
        List<String> records = new ArrayList<>();
        FACTORS.lines().map(line -> line.split(" \\| ")).forEach(cells -> records.add(record(cells[0], cells[1])));
        records.add(record(
                "key",
                "{type:'webauthn',userLabel:'Key',credentialId:'" + authenticator.id() + "',publicKey:'"
                        + authenticator.publicKey() + "',signCount:41,transports:['usb']}"));
        ImportClient imports = new ImportClient(admin, REALM);
        assertThat(imports.post("users", records).addsUp().rejects()).isEmpty();

        URI url = server.keycloak().baseUrl();
        for (int run = 0; run < 2; run++) {
            // Each password is good once.
            long step = Instant.now().getEpochSecond() / PERIOD + run;
            assertThat(signsIn(url, "totp", otp("HmacSHA1", 6, step))).isTrue();
            assertThat(signsIn(url, "totp", otp("HmacSHA1", 6, step + 7))).isFalse();
            assertThat(signsIn(url, "uri", otp("HmacSHA256", 8, step))).isTrue();
            assertThat(signsIn(url, "uri", otp("HmacSHA1", 8, step))).isFalse();
            assertThat(signsIn(url, "hotp", otp("HmacSHA1", 6, 4 + run))).isTrue();
            assertThat(signsIn(url, "hotp", otp("HmacSHA1", 6, 4 + run))).isFalse();
            assertThat(signsInWith(url, authenticator)).isTrue();
            assertThat(signsInWith(url, new Authenticator(60))).isFalse();

            // Sent again, the records add no second authenticator, and leave counters as they are.
            ImportAnswer again = imports.post("users?ifExists=overwrite", records);
            assertThat(again.addsUp().rejects()).isEmpty();
            assertThat(factors(admin)).containsExactly("otp", "otp", "otp", "webauthn");
        }
    }

    private static String record(String name, String factor) {
        return Records.json("{username:'" + name + "',enabled:true,email:'" + name
                        + "@example.org',firstName:'P',lastName:'Q',"
                        + "credentials:[{type:'password',hash:'{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'}," + factor
                        + "]}")
                .toString();
    }

    /** Authenticators are switched off in the flow of a new realm. */
    private static void allowAuthenticators(AdminHttp admin) {
        String executions = "/admin/realms/" + REALM + "/authentication/flows/browser/executions";
        for (JsonNode execution : admin.get(executions)) {
            if (execution.path("providerId").asText().equals("webauthn-authenticator")) {
                admin.put(executions, ((ObjectNode) execution).put("requirement", "ALTERNATIVE"));
            }
        }
    }

    private static boolean signsIn(URI server, String username, String otp) {
        try {
            new AdminHttp(
                            server,
                            REALM,
                            Map.of(
                                    "grant_type", "password",
                                    "client_id", "admin-cli",
                                    "username", username,
                                    "password", PASSWORD,
                                    "totp", otp))
                    .token();
            return true;
        } catch (HttpFailure e) {
            assertThat(e.body()).contains("Invalid user credentials");
            return false;
        }
    }

    private static boolean signsInWith(URI server, Authenticator authenticator) throws GeneralSecurityException {
        LoginPages pages = new LoginPages(server, REALM, "app");
        assertThat(pages.submit(Map.of("username", "key", "password", PASSWORD)))
                .as("signed in by password alone")
                .isFalse();
        return pages.submit(authenticator.sign(pages.find(CHALLENGE), server));
    }

    /** The password of RFC 4226 for a counter; RFC 6238 counts periods. */
    static String otp(String algorithm, int digits, long counter) {
        return OneTimePassword.of(SEED, algorithm, digits, counter);
    }

    /** Types of the second factors of all users, sorted. */
    private static List<String> factors(AdminHttp admin) {
        List<String> types = new ArrayList<>();
        for (JsonNode user : admin.get("/admin/realms/" + REALM + "/users")) {
            String id = user.get("id").asText();
            for (JsonNode credential : admin.get("/admin/realms/" + REALM + "/users/" + id + "/credentials")) {
                if (!credential.get("type").asText().equals("password")) {
                    types.add(credential.get("type").asText());
                }
            }
        }
        return types.stream().sorted().toList();
    }
}
