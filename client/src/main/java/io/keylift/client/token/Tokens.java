// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.http.Http;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Access tokens of one caller, each got anew before it expires. Safe for use by several threads. */
public final class Tokens {

    /** A token has at least this left when it is handed out, or a third of its lifetime if that is shorter. */
    private static final Duration RESERVE = Duration.ofSeconds(30);

    private final TokenEndpoint endpoint;
    private final Credentials credentials;
    private final Clock clock;
    private String token;
    private Instant end = Instant.MIN;

    /** @param realm address of the realm that gives out the tokens */
    public Tokens(Http http, URI realm, Credentials credentials) {
        this(http, realm, credentials, Clock.systemUTC());
    }

    Tokens(Http http, URI realm, Credentials credentials, Clock clock) {
        this.endpoint = new TokenEndpoint(http, realm);
        this.credentials = credentials;
        this.clock = clock;
    }

    /**
     * A token that is valid for some time.
     *
     * @throws io.keylift.client.http.HttpFailure if the server refuses the credentials
     */
    public synchronized String get() throws IOException {
        if (token == null || !clock.instant().isBefore(end)) {
            Instant asked = clock.instant();
            JsonNode answer = endpoint.token(credentials.form());
            credentials.keep(answer.path("refresh_token").textValue());
            token = answer.path("access_token").textValue();
            if (token == null) {
                throw new IOException("The token endpoint gave out no access token");
            }
            Duration lifetime = Duration.ofSeconds(answer.path("expires_in").asLong(60));
            Duration third = lifetime.dividedBy(3);
            end = asked.plus(lifetime).minus(third.compareTo(RESERVE) < 0 ? third : RESERVE);
        }
        return token;
    }

    /** Has the next {@link #get} ask for another token, unless another thread has already got one. */
    public synchronized void discard(String refused) {
        if (refused.equals(token)) {
            token = null;
        }
    }
}
