// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of InitiateAuth in the documentation of Amazon Cognito. */
@ResourceLock(TrustedLocalhost.DEFAULT)
class CognitoTest {

    @RegisterExtension
    static final TrustedLocalhost TLS = new TrustedLocalhost();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"AuthenticationResult":{"AccessToken":"eyJra","ExpiresIn":3600},"ChallengeParameters":{}} | VALID
            200 | {"ChallengeName":"SOFTWARE_TOKEN_MFA","Session":"AYABe","ChallengeParameters":{}}          | VALID
            200 | {"ChallengeName":"NEW_PASSWORD_REQUIRED","Session":"AYABe"}                                | VALID
            400 | {"__type":"NotAuthorizedException","message":"Incorrect username or password."}            | WRONG_PASSWORD
            400 | {"__type":"NotAuthorizedException","message":"User is disabled."}                          | WRONG_PASSWORD
            400 | {"__type":"com.amazon.c#UserNotFoundException","message":"User does not exist."}           | UNKNOWN_USER
            400 | {"__type":"PasswordResetRequiredException","message":"Password reset required"}            | WRONG_PASSWORD
            """)
    void theAnswerSaysWhetherThePasswordIsRight(int status, String body, Answer answer) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThat(cognito(stub, Secret.none()).ask("carla", "secret")).isEqualTo(answer);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"ChallengeName":"PASSWORD_VERIFIER"}
            200 | {"AuthenticationResult":{}}
            200 | {"AuthenticationResult":{"AccessToken":null}}
            400 | {"__type":"NotAuthorizedException","message":"Password attempts exceeded"}
            400 | {"__type":"NotAuthorizedException","message":"Unable to verify secret hash for client x"}
            400 | {"__type":"InvalidParameterException","message":"USER_PASSWORD_AUTH flow not enabled for this client"}
            400 | {"__type":"TooManyRequestsException"}
            500 | {"__type":"NotAuthorizedException"}
            """)
    void anyOtherAnswerSaysNothing(int status, String body) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThatThrownBy(() -> cognito(stub, Secret.none()).ask("carla", "secret"))
                    .isInstanceOf(NoAnswerException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"__type":"NotAuthorizedException","message":"Password attempts exceeded"}      | true
            {"__type":"InvalidParameterException","message":"1 validation error detected"} | true
            {"__type":"ForbiddenException","message":"Request not allowed due to WAF block."} | true
            {"__type":"UserLambdaValidationException","message":"PreAuthentication failed"} | true
            {"__type":"NotAuthorizedException","message":"SECRET_HASH was not received"}    | false
            {"__type":"NotAuthorizedException","message":"Unable to verify secret hash"}    | false
            {"__type":"InvalidParameterException","message":"flow not enabled for this client"} | false
            {"__type":"ResourceNotFoundException"}                                          | false
            """)
    void aRefusalThatIsNotThatOfTheClientIsAboutTheUser(String body, boolean ofUser) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(400, body))) {
            Cognito cognito = cognito(stub, Secret.none());

            assertThat(catchThrowableOfType(NoAnswerException.class, () -> cognito.ask("carla", "secret"))
                            .isOfUser())
                    .isEqualTo(ofUser);
        }
    }

    /** The hash is that of {@code printf carlaclient | openssl dgst -sha256 -hmac key -binary | base64}. */
    @Test
    void theRequestIsThatOfUserPasswordAuth() throws IOException {
        try (HttpsStub stub = new HttpsStub(
                TLS.context(), request -> new HttpsStub.Reply(400, "{\"__type\":\"UserNotFoundException\"}"))) {
            cognito(stub, Secret.of("key")).ask("carla", "secret");

            HttpsStub.Request request = stub.requests.get(0);
            assertThat(request.headers().getFirst("X-Amz-Target"))
                    .isEqualTo("AWSCognitoIdentityProviderService.InitiateAuth");
            assertThat(request.headers().getFirst("Content-Type")).isEqualTo("application/x-amz-json-1.1");
            assertThat(request.body())
                    .isEqualTo("{\"AuthFlow\":\"USER_PASSWORD_AUTH\",\"ClientId\":\"client\",\"AuthParameters\":"
                            + "{\"USERNAME\":\"carla\",\"PASSWORD\":\"secret\",\"SECRET_HASH\":"
                            + "\"0kv//fsPwmuxJLi2XDENk9vovXz4d5aQULFNYhEQSks=\"}}");
        }
    }

    private static Cognito cognito(HttpsStub stub, Secret secret) {
        return new Cognito(stub.calls(), "client", secret);
    }
}
