// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** {@code InitiateAuth} of Amazon Cognito with the flow {@code USER_PASSWORD_AUTH}. The tokens are thrown away. */
final class Cognito implements OldSystem {

    private static final String HMAC = "HmacSHA256";

    /** Challenges that Cognito gives only after a right password. */
    private static final Set<String> AFTER_PASSWORD = Set.of(
            "SMS_MFA",
            "EMAIL_OTP",
            "SOFTWARE_TOKEN_MFA",
            "SELECT_MFA_TYPE",
            "MFA_SETUP",
            "DEVICE_SRP_AUTH",
            "NEW_PASSWORD_REQUIRED");

    /** Cognito answers so without a look at the password. */
    private static final String LOCKED = "Password attempts exceeded";

    /** In the message of a request that the app client does not allow. */
    private static final String OF_CLIENT = "for this client";

    private final HttpsCalls calls;
    private final String clientId;
    private final Secret clientSecret;

    Cognito(HttpsCalls calls, String clientId, Secret clientSecret) {
        this.calls = calls;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
    }

    @Override
    public Answer ask(String login, String password) throws IOException {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("AuthFlow", "USER_PASSWORD_AUTH").put("ClientId", clientId);
        ObjectNode parameters = request.putObject("AuthParameters");
        parameters.put("USERNAME", login).put("PASSWORD", password);
        if (clientSecret.isGiven()) {
            parameters.put("SECRET_HASH", secretHash(login));
        }
        return answer(calls.post(
                HttpsCalls.json(request),
                "Content-Type",
                "application/x-amz-json-1.1",
                "X-Amz-Target",
                "AWSCognitoIdentityProviderService.InitiateAuth"));
    }

    private static Answer answer(HttpsCalls.Reply reply) throws NoAnswerException {
        if (reply.status() == 200
                && (!reply.text("/AuthenticationResult/AccessToken").isEmpty()
                        || AFTER_PASSWORD.contains(reply.text("/ChallengeName")))) {
            return Answer.VALID;
        }
        // The type may be qualified: `com.amazonaws…#NotAuthorizedException`.
        String type = reply.text("/__type");
        String message = reply.text("/message") + reply.text("/Message");
        return switch (reply.status() == 400 ? type.substring(type.indexOf('#') + 1) : "") {
            case "NotAuthorizedException" -> {
                if (message.startsWith(LOCKED)) {
                    throw NoAnswerException.ofUser("Cognito has locked the account for a while");
                }
                if (message.contains("secret hash") || message.contains("SECRET_HASH")) {
                    throw NoAnswerException.away("Cognito refuses the secret of the client");
                }
                yield Answer.WRONG_PASSWORD;
            }
            case "UserNotFoundException" -> Answer.UNKNOWN_USER;
            case "UserNotConfirmedException", "PasswordResetRequiredException" -> Answer.WRONG_PASSWORD;
            case "ForbiddenException", "UserLambdaValidationException", "UnexpectedLambdaException" ->
                throw NoAnswerException.ofUser("A firewall or a function of the user pool refuses the user");
            case "InvalidParameterException" -> {
                if (message.contains(OF_CLIENT)) {
                    throw NoAnswerException.away("Cognito does not let the client sign in by passwords");
                }
                throw HttpsCalls.unexpected(reply);
            }
            case "" -> throw HttpsCalls.unexpected(reply);
            default -> throw NoAnswerException.away("Cognito refuses the client with status " + reply.status());
        };
    }

    private String secretHash(String login) throws IOException {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(clientSecret.bytes(), HMAC));
            return Base64.getEncoder().encodeToString(mac.doFinal((login + clientId).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA-256", e);
        }
    }
}
