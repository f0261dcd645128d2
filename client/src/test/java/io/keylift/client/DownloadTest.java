// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.keylift.client.ScriptedServer.Exchange;
import io.keylift.client.ScriptedServer.Step;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files at addresses, whose connections break off. */
@Timeout(60)
class DownloadTest {

    private static final String TEXT = "{\"username\":\"jo\"}\n".repeat(1000);
    private static final String TAG = "ETag: \"one\"";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final List<Duration> pauses = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private Download download(URI address) throws IOException {
        return Download.open(
                new RemoteFile(http, address, Map.of("Authorization", "Bearer secret")),
                new Attempts(JobListener.NONE, new Pauses(new Random(1)), pauses::add, Duration.ofMinutes(5)));
    }

    private String text() throws IOException {
        try (Download download = download(server.address().resolve("/people.ndjson?signature=secret"))) {
            return new String(download.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Step half(String... headers) {
        return exchange -> {
            String[] all = Arrays.copyOf(headers, headers.length + 1);
            all[headers.length] = "Content-Length: " + TEXT.length();
            exchange.head(200, all);
            exchange.write(TEXT.substring(0, 7000));
            exchange.breakOff();
        };
    }

    /** The rest that was asked for. */
    private static void rest(Exchange exchange) throws IOException {
        int from = Integer.parseInt(exchange.header("Range").replaceAll("bytes=|-", ""));
        exchange.whole(
                206,
                TEXT.substring(from),
                TAG,
                "Content-Range: bytes " + from + "-" + (TEXT.length() - 1) + "/" + TEXT.length());
    }

    @Test
    void aServerWithRangesSendsTheRestOfTheSameFile() throws IOException {
        server.then(half(TAG), status(503, ""), DownloadTest::rest);

        assertThat(text()).isEqualTo(TEXT);

        assertThat(server.exchanges()).hasSize(3);
        Exchange first = server.exchanges().get(0);
        assertThat(first.target()).isEqualTo("/people.ndjson?signature=secret");
        assertThat(first.header("Authorization")).isEqualTo("Bearer secret");
        assertThat(first.header("Range")).isNull();
        assertThat(server.exchanges().get(2).header("Range")).isEqualTo("bytes=7000-");
        assertThat(server.exchanges().get(2).header("If-Range")).isEqualTo("\"one\"");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void aServerWithoutRangesSendsTheFileFromItsBeginning() throws IOException {
        server.then(half(), status(200, TEXT));

        assertThat(text()).isEqualTo(TEXT);
    }

    @Test
    void aServerWithAnotherBeginningIsRefused() {
        server.then(half(), status(200, TEXT.replace("jo", "al")));

        assertThatThrownBy(this::text).isInstanceOf(InputFailure.class).hasMessageContaining("has changed");
    }

    @Test
    void aFileOfAnotherStateIsRefused() {
        server.then(half(TAG), status(200, TEXT, "ETag: \"two\""));

        assertThatThrownBy(this::text).isInstanceOf(InputFailure.class).hasMessageContaining("has changed");
    }

    @Test
    void aFileThatHasBecomeShorterIsRefused() {
        server.then(half(TAG), status(416, ""));

        assertThatThrownBy(this::text).isInstanceOf(InputFailure.class).hasMessageContaining("has changed");
    }

    @Test
    void aFileThatIsNotThereIsNotAskedForAgain() {
        server.then(status(404, "{\"error\":\"No such file\"}"));

        assertThatThrownBy(this::text)
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("/people.ndjson was answered with 404")
                .hasMessageNotContaining("secret");
        assertThat(server.exchanges()).hasSize(1);
    }

    @Test
    void headersStayAtTheHostOfTheAddress() throws Exception {
        try (ScriptedServer store = new ScriptedServer()) {
            store.then(status(200, TEXT));
            server.then(status(302, "", "Location: " + store.address() + "/stored"));

            assertThat(text()).isEqualTo(TEXT);

            assertThat(store.exchanges().get(0).header("Authorization")).isNull();
        }
    }

    @Test
    void aCircleOfRedirectsEnds() {
        server.then(status(302, "", "Location: /again"));

        assertThatThrownBy(this::text).isInstanceOf(HttpFailure.class);
        assertThat(server.exchanges()).hasSize(6);
    }

    @Test
    void aCertificateIsVerified(@TempDir Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        (Path.of(System.getProperty("java.home"), "bin", "keytool") + " -genkeypair -alias a -keyalg EC"
                                        + " -dname CN=localhost -ext SAN=dns:localhost -storetype PKCS12"
                                        + " -storepass changeit -keystore " + keys)
                                .split(" "))
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor()).isZero();
        HttpsServer encrypted = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        encrypted.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
        encrypted.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, TEXT.length());
            exchange.getResponseBody().write(TEXT.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        encrypted.start();
        URI address = URI.create("https://localhost:" + encrypted.getAddress().getPort() + "/people.ndjson");

        assertThatThrownBy(() -> download(address)).isInstanceOf(IOException.class);
        http.close();
        http = Http.open(HttpSettings.defaults().withTruststore(keys, "changeit"));
        try (Download download = download(address)) {
            assertThat(download.readAllBytes()).hasSize(TEXT.length());
        }
        encrypted.stop(0);
        assertThat(pauses).isEmpty();
    }

    private static SSLContext context(Path keys) throws Exception {
        char[] password = "changeit".toCharArray();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(keys.toFile(), password), password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://files.example.org/a", "ftp://localhost/a", "https://jo:secret@localhost/a", "https:///a"
            })
    void anAddressThatIsNotSafeIsRefused(String address) {
        assertThatThrownBy(() -> download(URI.create(address)))
                .isInstanceOf(InputFailure.class)
                .hasMessageNotContaining("secret");
    }
}
