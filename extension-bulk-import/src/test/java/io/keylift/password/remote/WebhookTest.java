// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The protocol of the webhook, and what holds for all protocols over HTTPS. */
@ResourceLock(TrustedLocalhost.DEFAULT)
class WebhookTest {

    @RegisterExtension
    static final TrustedLocalhost TLS = new TrustedLocalhost();

    private static final String KEY = "0123456789abcdef";
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_790_000_000), ZoneOffset.UTC);

    private static Webhook webhook(HttpsCalls calls) {
        return new Webhook(calls, Secret.of(KEY), CLOCK);
    }

    private static Answer ask(HttpsStub stub) throws IOException {
        return webhook(stub.calls()).ask("carla", "pass\"word ü");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"valid":true}  | VALID
            200 | {"valid":false} | WRONG_PASSWORD
            401 | ''              | WRONG_PASSWORD
            404 | no such user    | UNKNOWN_USER
            """)
    void theAnswerSaysWhetherThePasswordIsRight(int status, String body, Answer answer) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThat(ask(stub)).isEqualTo(answer);
        }
    }

    /** A page that answers everything with 200 must not let everyone in. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | <html>It works!</html>
            200 | ''
            200 | {}
            200 | {"valid":"true"}
            204 | ''
            400 | {"valid":true}
            500 | {"valid":true}
            """)
    void anyOtherAnswerSaysNothing(int status, String body) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, body))) {
            assertThatThrownBy(() -> ask(stub)).isInstanceOf(NoAnswerException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"400, true", "403, true", "423, true", "429, true", "407, false", "302, false", "503, false"})
    void aRefusalIsAboutTheUserAlone(int status, boolean ofUser) throws IOException {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(status, ""))) {
            assertThat(catchThrowableOfType(NoAnswerException.class, () -> ask(stub))
                            .isOfUser())
                    .isEqualTo(ofUser);
        }
    }

    @Test
    void theSignatureIsThatOfTimestampAndBody() throws Exception {
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(401, ""))) {
            ask(stub);

            HttpsStub.Request request = stub.requests.get(0);
            assertThat(request.body()).isEqualTo("{\"login\":\"carla\",\"password\":\"pass\\\"word ü\"}");
            assertThat(request.path()).isEqualTo("/check");
            assertThat(request.headers().getFirst("Keylift-Timestamp")).isEqualTo("1790000000");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            byte[] signed = mac.doFinal(("1790000000." + request.body()).getBytes(StandardCharsets.UTF_8));
            assertThat(request.headers().getFirst("Keylift-Signature"))
                    .isEqualTo("v1=" + HexFormat.of().formatHex(signed));
        }
    }

    @ParameterizedTest
    @CsvSource({"301", "302", "307", "308"})
    void aRedirectIsNotFollowed(int status) throws IOException {
        try (HttpsStub other = new HttpsStub(TLS.context(), any -> new HttpsStub.Reply(200, "{\"valid\":true}"));
                HttpsStub stub = new HttpsStub(
                        TLS.context(),
                        request -> new HttpsStub.Reply(
                                status,
                                "",
                                "Location",
                                other.address("localhost").toString()))) {
            assertThatThrownBy(() -> ask(stub)).isInstanceOf(NoAnswerException.class);
            assertThat(other.requests).isEmpty();
        }
    }

    @Test
    void anEndlessAnswerIsCutOff() throws IOException {
        String answer = "{\"valid\":true,\"more\":\"" + "x".repeat(300_000) + "\"}";
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(200, answer))) {
            assertThatThrownBy(() -> ask(stub)).hasMessageContaining("longer than 262144 bytes");
        }
    }

    @Test
    void aSlowAnswerIsToldApart() throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        try (HttpsStub stub = new HttpsStub(TLS.context(), request -> {
            await(end);
            return new HttpsStub.Reply(401, "");
        })) {
            Webhook webhook = webhook(new HttpsCalls(stub.address("localhost"), Duration.ofMillis(300)));

            NoAnswerException slow =
                    catchThrowableOfType(NoAnswerException.class, () -> webhook.ask("carla", "password"));

            assertThat(slow.isSlow()).isTrue();
            end.countDown();
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first certificate is not trusted, the second one is for another host. */
    @Test
    void nothingIsSentToAServerWithAnotherCertificate() throws Exception {
        try (HttpsStub stranger =
                        new HttpsStub(TrustedLocalhost.trusting("localhost"), request -> new HttpsStub.Reply(401, ""));
                HttpsStub otherName = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(401, ""))) {
            Webhook first = webhook(stranger.calls());
            Webhook second = webhook(new HttpsCalls(otherName.address("127.0.0.1"), HttpsStub.LIMIT));

            assertThatThrownBy(() -> first.ask("carla", "password")).hasMessageContaining("PKIX");
            assertThatThrownBy(() -> second.ask("carla", "password")).isInstanceOf(NoAnswerException.class);
            assertThat(stranger.requests).isEmpty();
            assertThat(otherName.requests).isEmpty();
        }
    }

    @Test
    void aServerThatIsGoneIsAway() throws IOException {
        HttpsStub stub = new HttpsStub(TLS.context(), request -> new HttpsStub.Reply(401, ""));
        stub.close();

        NoAnswerException away = catchThrowableOfType(NoAnswerException.class, () -> ask(stub));

        assertThat(away.isSlow()).isFalse();
        assertThat(away).hasMessageContaining("ConnectException").hasMessageNotContaining("carla");
    }
}
