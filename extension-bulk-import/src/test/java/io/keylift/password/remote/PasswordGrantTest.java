// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 6749, sections 2.3.1, 4.3 and 5. */
@ResourceLock(TrustedLocalhost.DEFAULT)
class PasswordGrantTest {

    @RegisterExtension
    static final TrustedLocalhost TLS = new TrustedLocalhost();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example"} | VALID
            400 | {"error":"invalid_grant"}                                        | WRONG_PASSWORD
            401 | {"error":"invalid_grant","error_description":"Invalid user"}     | WRONG_PASSWORD
            403 | {"error":"invalid_grant"}                                        | WRONG_PASSWORD
            """)
    void theAnswerSaysWhetherThePasswordIsRight(int status, String body, Answer answer) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThat(grant(stub, Secret.none(), false).ask("carla", "secret")).isEqualTo(answer);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {}
            200 | {"access_token":null}
            200 | <html>Welcome</html>
            400 | {"error":"unauthorized_client"}
            401 | {"error":"invalid_client"}
            429 | {"error":"invalid_grant"}
            503 | {"access_token":"x"}
            """)
    void anyOtherAnswerSaysNothing(int status, String body) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThatThrownBy(() -> grant(stub, Secret.none(), false).ask("carla", "secret"))
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageNotContaining("carla");
        }
    }

    /** A firewall refuses a password, and Auth0 one without a second factor or of a locked account. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            403 | <html>blocked</html>                | true
            400 | {"error":"interaction_required"}    | true
            403 | {"error":"mfa_required"}            | true
            429 | {"error":"too_many_attempts"}       | true
            400 | {"error":"unauthorized_client"}     | false
            401 | {"error":"invalid_client"}          | false
            400 | {"error":"temporarily_unavailable"} | false
            503 |                                     | false
            """)
    void aRefusalThatIsNotThatOfTheClientIsAboutTheUser(int status, String body, boolean ofUser) throws IOException {
        try (HttpsStub stub =
                new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body == null ? "" : body))) {
            PasswordGrant grant = grant(stub, Secret.none(), false);

            assertThat(catchThrowableOfType(NoAnswerException.class, () -> grant.ask("carla", "secret"))
                            .isOfUser())
                    .isEqualTo(ofUser);
        }
    }

    @Test
    void theClientAuthenticatesAsTheOptionsSay() throws IOException {
        try (HttpsStub stub =
                new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(400, "{\"error\":\"invalid_grant\"}"))) {
            grant(stub, Secret.none(), false).ask("carla@a.example", "p&=ü");
            grant(stub, Secret.of("s:1"), false).ask("carla", "secret");
            grant(stub, Secret.of("s:1"), true).ask("carla", "secret");

            String form = "grant_type=password&username=carla%40a.example&password=p%26%3D%C3%BC&scope=openid+email";
            assertThat(stub.requests.get(0).body()).isEqualTo(form + "&client_id=key+lift");
            assertThat(stub.requests.get(1).headers().getFirst("Authorization"))
                    .isEqualTo("Basic "
                            + Base64.getEncoder().encodeToString("key+lift:s%3A1".getBytes(StandardCharsets.US_ASCII)));
            assertThat(stub.requests.get(1).body()).doesNotContain("client");
            assertThat(stub.requests.get(2).headers()).doesNotContainKey("Authorization");
            assertThat(stub.requests.get(2).body()).endsWith("&client_id=key+lift&client_secret=s%3A1");
        }
    }

    private static PasswordGrant grant(HttpsStub stub, Secret secret, boolean inBody) {
        return new PasswordGrant(stub.calls(), "key lift", secret, inBody, "openid email");
    }
}
