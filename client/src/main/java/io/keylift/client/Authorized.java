// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Answer;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import io.keylift.client.token.Tokens;
import java.io.IOException;

/** Sends requests with a token of the caller, and once more with a new token if the server refuses the first. */
final class Authorized {

    private static final int UNAUTHORIZED = 401;
    private static final int LEAST_ERROR = 300;

    private final Http http;
    private final Tokens tokens;

    Authorized(Http http, Tokens tokens) {
        this.http = http;
        this.tokens = tokens;
    }

    /**
     * The answer, which the caller closes.
     *
     * @throws HttpFailure if its status is an error
     */
    Answer send(Request request) throws IOException {
        String token = tokens.get();
        Answer answer = send(request, token);
        if (answer.status() == UNAUTHORIZED) {
            answer.close();
            tokens.discard(token);
            answer = send(request, tokens.get());
        }
        if (answer.status() >= LEAST_ERROR) {
            try (Answer error = answer) {
                throw HttpFailure.of(request, error);
            }
        }
        return answer;
    }

    private Answer send(Request request, String token) throws IOException {
        return http.send(request.with("Authorization", "Bearer " + token));
    }
}
