// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The password grant of OAuth 2.0 (RFC 6749, section 4.3) at a token endpoint. The token is thrown away. */
final class PasswordGrant implements OldSystem {

    private static final String INVALID_GRANT = "invalid_grant";

    /** The errors that every user meets. Others, such as those for a second factor, may be due to the user. */
    private static final Set<String> OF_CLIENT = Set.of(
            "invalid_client",
            "unauthorized_client",
            "unsupported_grant_type",
            "invalid_scope",
            "server_error",
            "temporarily_unavailable");

    /** The statuses that systems use for a wrong password. */
    private static final Set<Integer> REFUSALS = Set.of(400, 401, 403);

    private final HttpsCalls calls;
    private final String clientId;
    private final Secret clientSecret;
    private final boolean secretInBody;
    private final String scope;

    /** @param scope or {@code null} */
    PasswordGrant(HttpsCalls calls, String clientId, Secret clientSecret, boolean secretInBody, String scope) {
        this.calls = calls;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.secretInBody = secretInBody;
        this.scope = scope;
    }

    @Override
    public Answer ask(String login, String password) throws IOException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "password");
        form.put("username", login);
        form.put("password", password);
        if (scope != null) {
            form.put("scope", scope);
        }
        List<String> headers = new ArrayList<>(List.of("Content-Type", "application/x-www-form-urlencoded"));
        headers.addAll(List.of("Accept", "application/json"));
        if (clientSecret.isGiven() && !secretInBody) {
            String pair = encoded(clientId) + ":" + encoded(clientSecret.text());
            headers.add("Authorization");
            headers.add("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        } else {
            form.put("client_id", clientId);
            if (clientSecret.isGiven()) {
                form.put("client_secret", clientSecret.text());
            }
        }
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return answer(calls.post(body.getBytes(StandardCharsets.US_ASCII), headers.toArray(String[]::new)));
    }

    private static Answer answer(HttpsCalls.Reply reply) throws NoAnswerException {
        if (reply.status() == 200 && !reply.text("/access_token").isEmpty()) {
            return Answer.VALID;
        }
        if (REFUSALS.contains(reply.status()) && INVALID_GRANT.equals(reply.text("/error"))) {
            return Answer.WRONG_PASSWORD;
        }
        throw OF_CLIENT.contains(reply.text("/error"))
                ? NoAnswerException.away("The token endpoint refuses the client with status " + reply.status())
                : HttpsCalls.unexpected(reply);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
