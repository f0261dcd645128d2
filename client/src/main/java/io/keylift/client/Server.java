// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Http;
import io.keylift.client.token.Credentials;
import io.keylift.client.token.Tokens;
import java.net.URI;
import java.time.Duration;

/** A server as one caller sees it. Its endpoints begin with a new token, which has the caller's rights of that time. */
public final class Server {

    private final Http http;
    private final URI address;
    private final String tokenRealm;
    private final Credentials credentials;
    private final Duration patience;

    /**
     * @param http stays open when this is closed
     * @param address of Keycloak, with its relative path
     * @param tokenRealm that gives out the tokens of the caller
     * @param patience how long a job may make no progress before its input is no longer sent again
     */
    public Server(Http http, URI address, String tokenRealm, Credentials credentials, Duration patience) {
        this.http = http;
        this.address = address;
        this.tokenRealm = tokenRealm;
        this.credentials = credentials;
        this.patience = patience;
    }

    public URI address() {
        return address;
    }

    /** Keylift's endpoints of a realm. */
    public Keylift keylift(String realm) {
        return new Keylift(http, address, realm, tokenRealm, credentials, patience);
    }

    /** Keycloak's own endpoints. */
    public AdminApi admin() {
        Tokens tokens = new Tokens(http, new Endpoints(address, tokenRealm).tokensOf(tokenRealm), credentials);
        return new AdminApi(Endpoints.base(address), new Authorized(http, tokens), Keylift::repeatedShortly);
    }
}
