// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.ScriptedServer;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens that are got anew in time. */
class TokensTest {

    private static final String SECRET = "s3cr3t&more";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final SetClock clock = new SetClock();

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private Tokens tokens(Credentials credentials) {
        return new Tokens(http, URI.create(server.address() + "/realms/acme"), credentials, clock);
    }

    @Test
    void aTokenIsUsedUntilShortlyBeforeItsEnd() throws IOException {
        Tokens tokens = tokens(Credentials.ofClient("importer", SECRET));

        assertThat(tokens.get()).isEqualTo("t1");
        clock.pass(Duration.ofSeconds(269));
        assertThat(tokens.get()).isEqualTo("t1");
        clock.pass(Duration.ofSeconds(1));
        assertThat(tokens.get()).isEqualTo("t2");
        assertThat(server.tokenRequests())
                .containsOnly("grant_type=client_credentials&client_id=importer&client_secret=s3cr3t%26more");
    }

    @Test
    void aTokenOfAMinuteIsUsedForTwoThirdsOfIt() throws IOException {
        server.tokensLast(60);
        Tokens tokens = tokens(Credentials.ofClient("importer", SECRET));
        tokens.get();

        clock.pass(Duration.ofSeconds(39));
        assertThat(tokens.get()).isEqualTo("t1");
        clock.pass(Duration.ofSeconds(1));
        assertThat(tokens.get()).isEqualTo("t2");
    }

    @Test
    void aRefusedTokenIsReplacedOnceForAllThreads() throws IOException {
        Tokens tokens = tokens(Credentials.ofClient("importer", SECRET));
        String refused = tokens.get();

        tokens.discard(refused);
        assertThat(tokens.get()).isEqualTo("t2");
        tokens.discard(refused);
        assertThat(tokens.get()).isEqualTo("t2");
    }

    @Test
    void eachRefreshTokenIsUsedOnce() throws IOException {
        List<String> stored = new ArrayList<>(List.of("r0"));
        Tokens tokens = tokens(Credentials.ofRefreshToken("keylift", null, new RefreshTokens() {
            @Override
            public String load() {
                return stored.get(stored.size() - 1);
            }

            @Override
            public void store(String refreshToken) {
                stored.add(refreshToken);
            }
        }));

        tokens.get();
        clock.pass(Duration.ofHours(1));
        tokens.get();

        assertThat(server.tokenRequests())
                .extracting(form -> form.replaceFirst(".*refresh_token=", ""))
                .containsExactly("r0", "r1");
        assertThat(stored).containsExactly("r0", "r1", "r2");
    }

    @Test
    void aUserSignsInWithAPassword() throws IOException {
        tokens(Credentials.ofUser("admin-cli", null, "jane", SECRET)).get();

        assertThat(server.tokenRequests())
                .containsExactly("grant_type=password&client_id=admin-cli&username=jane&password=s3cr3t%26more");
    }

    @Test
    void refusedCredentialsAreAFinalFailureThatShowsNoSecret() {
        server.tokens(ScriptedServer.status(
                401, "{\"error\":\"unauthorized_client\",\"error_description\":\"Invalid client credentials\"}"));
        Credentials credentials = Credentials.ofClient("importer", SECRET);

        assertThatThrownBy(() -> tokens(credentials).get())
                .isInstanceOfSatisfying(
                        HttpFailure.class,
                        failure -> assertThat(failure.isPassing()).isFalse())
                .hasMessageContaining("Invalid client credentials")
                .hasMessageNotContaining(SECRET);
        assertThat(credentials.toString()).doesNotContain(SECRET);
    }

    /** Stands still unless told. */
    private static final class SetClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
