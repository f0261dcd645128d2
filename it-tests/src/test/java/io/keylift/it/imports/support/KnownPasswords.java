// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** Passwords and seeds with which users of the samples signed in to their old systems. */
public final class KnownPasswords {

    /** The samples, one folder for each system, of {@code SystemsTest} of the module formats. */
    public static final Path SYSTEMS = Path.of("../formats/src/test/resources/io/keylift/formats/systems");

    private final JsonNode systems;

    private KnownPasswords(JsonNode systems) {
        this.systems = systems;
    }

    public static KnownPasswords read() throws IOException {
        return new KnownPasswords(
                AdminHttp.JSON.readTree(SYSTEMS.resolve("passwords.json").toFile()));
    }

    /** The systems of whose users passwords are known. */
    public Set<String> systems() {
        Set<String> names = new TreeSet<>();
        systems.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /**
     * Users of a system who cannot sign in with their password and second factor, or can with another password.
     *
     * @param prefix of the usernames in the realm
     */
    public List<String> refused(String system, URI server, String realm, String prefix) {
        return StreamSupport.stream(systems.path(system).spliterator(), false)
                .filter(user -> {
                    String username = prefix + user.path("username").asText();
                    String password = user.path("password").asText();
                    return !signsIn(server, realm, username, password, user.path("otp"))
                            || signsIn(server, realm, username, password + "x", user.path("otp"));
                })
                .map(user -> prefix + user.path("username").asText())
                .toList();
    }

    private static boolean signsIn(URI server, String realm, String username, String password, JsonNode otp) {
        Map<String, String> form = new HashMap<>(
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", username, "password", password));
        if (!otp.isMissingNode()) {
            form.put("totp", now(otp.path("encoding").asText(), otp.path("seed").asText()));
        }
        try {
            new AdminHttp(server, realm, form).token();
            return true;
        } catch (HttpFailure e) {
            assertThat(e.body()).as(username).contains("Invalid user credentials");
            return false;
        }
    }

    /** The one-time password of this half minute. */
    private static String now(String encoding, String seed) {
        byte[] key = HexFormat.of().parseHex(encoding.equals("hex") ? seed : hexOfBase32(seed));
        return OneTimePassword.of(key, "HmacSHA1", 6, Instant.now().getEpochSecond() / 30);
    }

    /** Base32 is a number with the digits A to Z and 2 to 7; a seed of 32 digits has 20 bytes. */
    private static String hexOfBase32(String seed) {
        StringBuilder digits = new StringBuilder();
        for (char each : seed.toCharArray()) {
            digits.append(Character.forDigit(each >= 'A' ? each - 'A' : each - '2' + 26, 32));
        }
        return String.format("%0" + seed.length() * 5 / 4 + "x", new BigInteger(digits.toString(), 32));
    }
}
