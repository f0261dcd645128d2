// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An endpoint of the operator: {@code POST} of {@code {"login","password"}} with {@code Keylift-Timestamp} and
 * {@code Keylift-Signature}, the HMAC-SHA-256 of the timestamp, a dot and the body. An address that answers everything
 * with 200, such as a default page, must not let everyone in, so a right password requires {@code {"valid":true}}.
 */
final class Webhook implements OldSystem {

    private static final String HMAC = "HmacSHA256";

    private final HttpsCalls calls;
    private final Secret key;
    private final Clock clock;

    Webhook(HttpsCalls calls, Secret key, Clock clock) {
        this.calls = calls;
        this.key = key;
        this.clock = clock;
    }

    @Override
    public Answer ask(String login, String password) throws IOException {
        byte[] body = HttpsCalls.json(
                JsonNodeFactory.instance.objectNode().put("login", login).put("password", password));
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        HttpsCalls.Reply reply = calls.post(
                body,
                "Content-Type",
                "application/json",
                "Keylift-Timestamp",
                timestamp,
                "Keylift-Signature",
                "v1=" + signature(timestamp, body));
        return switch (reply.status()) {
            case 200 -> {
                if (!reply.body().path("valid").isBoolean()) {
                    throw NoAnswerException.away("The answer with status 200 has no `valid`");
                }
                yield reply.body().path("valid").booleanValue() ? Answer.VALID : Answer.WRONG_PASSWORD;
            }
            case 401 -> Answer.WRONG_PASSWORD;
            case 404 -> Answer.UNKNOWN_USER;
            default -> throw HttpsCalls.unexpected(reply);
        };
    }

    private String signature(String timestamp, byte[] body) throws IOException {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.bytes(), HMAC));
            mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA-256", e);
        }
    }
}
