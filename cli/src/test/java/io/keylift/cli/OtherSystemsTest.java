// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of other systems, recognized or named, as the bodies of jobs. */
class OtherSystemsTest {

    private static final Path SYSTEMS = Path.of("../formats/src/test/resources/io/keylift/formats/systems");
    private static final String FUSIONAUTH =
            SYSTEMS.resolve("fusionauth/users.json").toString();
    private static final String OKTA = SYSTEMS.resolve("okta/users.json").toString();
    private static final String DJANGO = SYSTEMS.resolve("django/dump.json").toString();
    private static final String ANSWER = "{\"type\":\"summary\",\"status\":\"COMPLETED\",\"read\":3,\"added\":3}\n";

    @TempDir
    private Path folder;

    private HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<byte[]> packedBodies = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String input = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/realms/acme/protocol/openid-connect/token", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] token = "{\"access_token\":\"t\",\"expires_in\":300}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, token.length);
            exchange.getResponseBody().write(token);
            exchange.close();
        });
        server.createContext("/admin/realms/acme/bulk-import", exchange -> {
            boolean job = exchange.getRequestMethod().equals("POST");
            if (job) {
                requests.add(exchange.getRequestURI().getPath());
                byte[] body = exchange.getRequestBody().readAllBytes();
                bodies.add(new String(body, UTF_8));
                if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
                    packedBodies.add(body);
                }
            }
            exchange.sendResponseHeaders(job ? 200 : 404, job ? ANSWER.length() : -1);
            exchange.getResponseBody().write(job ? ANSWER.getBytes(UTF_8) : new byte[0]);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int run(String... arguments) {
        Map<String, String> environment = Map.of(
                "KEYLIFT_SERVER",
                "http://localhost:" + server.getAddress().getPort(),
                "KEYLIFT_REALM",
                "acme",
                "KEYLIFT_CLIENT_ID",
                "importer",
                "KEYLIFT_CLIENT_SECRET",
                "s",
                "KEYLIFT_CONFIG",
                folder.toString());
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                environment,
                false);
        return Main.run(terminal, arguments);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }

    @Test
    void aNamedSystemOfOneKindGoesToItsKind() {
        int code = run("import", "--from", "fusionauth", FUSIONAUTH, "--set", "group.unknown=/staff");

        assertThat(code).as(err()).isZero();
        assertThat(requests).containsExactly("/admin/realms/acme/bulk-import/users");
        assertThat(bodies.get(0).lines()).hasSize(3).allMatch(line -> line.startsWith("{\"id\":"));
    }

    @Test
    void anOptionThatTheMappingDoesNotKnowIsRefusedWithThoseThatItKnows() throws IOException {
        String mine = file("mine.jq", "{username: $options.prefix}");

        assertThat(run("import", "--from", "fusionauth", FUSIONAUTH, "--set", "groups.unknown=/staff"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("map", "try", OKTA, "--set", "at=2026-11-30")).isEqualTo(ExitCode.USAGE);
        assertThat(run("import", "--map", mine, OKTA, "--set", "prefix=x")).isEqualTo(ExitCode.USAGE);

        assertThat(err())
                .contains("no option `groups.unknown`; it has group.<groupId>, client.<applicationId>")
                .contains("no option `at`; it has none", "no option `prefix`");
        assertThat(requests).isEmpty();
    }

    @Test
    void aRecognizedSystemOfSeveralKindsGoesToTheRealm() {
        int code = run("verify", DJANGO);

        assertThat(code).as(err()).isZero();
        assertThat(requests).containsExactly("/admin/realms/acme/bulk-import");
        assertThat(bodies.get(0).lines()).isNotEmpty().allMatch(line -> line.matches("\\{\"kind\":.*\"record\":.*"));
    }

    @Test
    void standardInputIsRecognized() throws IOException {
        input = Files.readString(Path.of(OKTA));

        assertThat(run("import", "-")).as(err()).isZero();
        assertThat(bodies.get(0)).contains("\"username\"");
    }

    @Test
    void aFileAtAnAddressIsReadWithItsHeaders() throws IOException {
        byte[] people = packed("{\"username\":\"jo\"}\n");
        server.createContext("/files/people.ndjson", exchange -> {
            boolean allowed = "of-file".equals(exchange.getRequestHeaders().getFirst("X-Key"));
            exchange.sendResponseHeaders(allowed ? 200 : 403, allowed ? people.length : -1);
            exchange.getResponseBody().write(allowed ? people : new byte[0]);
            exchange.close();
        });
        String address = "http://localhost:" + server.getAddress().getPort() + "/files/people.ndjson?sig=signed";

        assertThat(run("import", "users", address)).isEqualTo(ExitCode.FAILED);
        assertThat(run("import", "users", address, "--input-header-file", file("header", "X-Key: of-file\n")))
                .as(err())
                .isZero();

        assertThat(packedBodies).singleElement().isEqualTo(people);
        assertThat(err()).contains("/files/people.ndjson was answered with 403").doesNotContain("signed", "of-file");
    }

    @Test
    void aFileAtAnAddressMayBeOfAnotherSystem() throws IOException {
        byte[] users = Files.readAllBytes(Path.of(OKTA));
        server.createContext("/files/users.json", exchange -> {
            exchange.sendResponseHeaders(200, users.length);
            exchange.getResponseBody().write(users);
            exchange.close();
        });

        int code = run("import", "http://localhost:" + server.getAddress().getPort() + "/files/users.json");

        assertThat(code).as(err()).isZero();
        assertThat(bodies.get(0).lines()).hasSize(3);
    }

    @Test
    void anAddressWithoutTlsIsRefused() {
        assertThat(run("import", "users", "http://files.example.org/people.ndjson"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err()).contains("Only https:// is read from other machines");
        assertThat(requests).isEmpty();
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void theReportTellsWhatIsLeftOut() {
        run("import", OKTA, "--json");

        assertThat(err()).contains("Okta: 3 read, 3 users, 0 with problems", "left out: " + OKTA + " /");
        assertThat(out()).contains("{\"type\":\"conversion\",\"whole\":true,\"read\":3,\"written\":{\"users\":3}");
    }

    @Test
    void problemsAreToldAndCountLikeRejects() throws IOException {
        String mine = file("mine.jq", "if .n == 2 then error(\"secret\") else {username: \"u\\(.n)\"} end");
        String people = file("people.ndjson", "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");

        int code = run("import", "--map", mine, people);

        assertThat(code).isEqualTo(ExitCode.WITH_REJECTS);
        assertThat(bodies.get(0)).isEqualTo("{\"username\":\"u1\"}\n{\"username\":\"u3\"}\n");
        assertThat(err()).contains("3 read, 2 users, 1 with problems", "problem: " + people + ", record 2, line 2");
    }

    @Test
    void aMirrorOfIncompleteRecordsIsNotBegun() throws IOException {
        String mine = file("mine.jq", "if .n == 2 then error else {username: \"u\\(.n)\"} end");
        String people = file("people.ndjson", "{\"n\":1}\n{\"n\":2}\n");

        assertThat(run("mirror", "--map", mine, people, "--scope", "realm")).isEqualTo(ExitCode.FAILED);
        assertThat(err()).contains("a mirror would remove");
        assertThat(requests).isEmpty();
    }

    @Test
    void unclearFilesAreNotGuessed() throws IOException {
        String people = file("people.ndjson", "{\"name\":\"x\"}\n");

        assertThat(run("import", people)).isEqualTo(ExitCode.USAGE);
        assertThat(run("import", "--from", "elsewhere", people)).isEqualTo(ExitCode.USAGE);
        assertThat(run("import", "users", people, "--charset", "UTF-8")).isEqualTo(ExitCode.USAGE);
        assertThat(run("import", "--from", "okta", people, "--format", "csv")).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .contains("--from NAME", "There is no format `elsewhere`")
                .doesNotContain("\tat ");
        assertThat(requests).isEmpty();
    }

    @Test
    void aPrintedMappingCanBeTried() throws IOException {
        assertThat(run("map", "print", "okta")).isZero();
        String mine = file("mine.jq", out());
        out.reset();

        assertThat(run("map", "try", "--from", "okta", "--map", mine, OKTA))
                .as(err())
                .isZero();

        assertThat(out()).contains("before: {", "after: {", "\"kind\" : \"users\"");
        assertThat(out().lines().filter(line -> line.startsWith("before: "))).hasSize(3);
    }

    @Test
    void aTrialShowsTenRecords() throws IOException {
        String people = file("people.ndjson", "{\"n\":1}\n".repeat(12));

        run("map", "try", "--map", file("mine.jq", "{username: \"u\"}"), people, "--json");

        assertThat(out().lines())
                .hasSize(10)
                .allMatch(line -> line.equals(
                        "{\"before\":{\"n\":1},\"after\":[{\"kind\":\"users\",\"record\":{\"username\":\"u\"}}]}"));
    }
}
