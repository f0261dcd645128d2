// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static io.keylift.client.ScriptedServer.lines;
import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.JobListener;
import io.keylift.client.ScriptedServer;
import io.keylift.client.ScriptedServer.Exchange;
import io.keylift.client.ScriptedServer.Step;
import io.keylift.client.Server;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Format;
import io.keylift.client.input.OnceInput;
import io.keylift.client.token.Credentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies that fail and go on, and realms of others. */
@Timeout(60)
class RealmCopyTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Step CREATED = exchange -> {
        exchange.readBody();
        exchange.whole(201, "");
    };
    private static final Step FLOWS = status(200, "[]");

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    /** A realm with users and groups. */
    private record Source(String components) implements RealmSource {

        @Override
        public RealmSettings settings() {
            try {
                return RealmSettings.ofDocument(
                        (ObjectNode) JSON.readTree("{\"realm\":\"old\",\"components\":" + components + "}"));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<Gap> gaps() {
            return List.of();
        }

        @Override
        public List<String> parts() {
            return List.of("groups", "users");
        }

        @Override
        public boolean namesAll() {
            return true;
        }

        @Override
        public RealmPart open(String part, References references, boolean secrets) {
            byte[] line = "{}\n".getBytes(StandardCharsets.UTF_8);
            return new RealmPart(
                    part, new OnceInput(new ByteArrayInputStream(line), Format.NDJSON), Optional::empty, () -> {});
        }
    }

    private static final CopyListener LISTENER = new CopyListener() {
        @Override
        public void begins(String step) {}

        @Override
        public JobListener job(String name) {
            return JobListener.NONE;
        }

        @Override
        public void ended(String name, SummaryLine summary) {}
    };

    private RealmCopy copy(String components) throws IOException {
        Server target = new Server(
                http, server.address(), "master", Credentials.ofClient("importer", "secret"), Duration.ofMinutes(5));
        CopyState state = CopyState.in(folder.resolve("copies/state.json"));
        return new RealmCopy(new Source(components), target, "new", false, state, LISTENER);
    }

    private static Step ended(String status, int rejected) {
        return lines("{\"type\":\"summary\",\"status\":\"" + status + "\",\"read\":1,\"rejected\":" + rejected + "}");
    }

    private List<String> requests(int from) {
        return server.exchanges().subList(from, server.exchanges().size()).stream()
                .map(exchange -> exchange.method() + " " + exchange.target().replaceFirst("\\?.*", ""))
                .toList();
    }

    private String createdId() throws IOException {
        Exchange creation = server.exchanges().stream()
                .filter(exchange -> exchange.method().equals("POST"))
                .findFirst()
                .orElseThrow();
        return JSON.readTree(creation.body()).path("id").asText();
    }

    @Test
    void aRealmThatTheCopyDidNotCreateIsNeverChanged() throws Exception {
        server.then(status(200, "{\"realm\":\"new\",\"id\":\"of-another\"}"));

        assertThatThrownBy(() -> copy("{}").run()).isInstanceOf(RealmExists.class);
        assertThatThrownBy(() -> copy("{}").run()).isInstanceOf(RealmExists.class);

        assertThat(requests(0)).containsOnly("GET /admin/realms/new");
    }

    @Test
    void aRealmWhoseCreationWasNeverAnsweredIsKnownByItsId() throws Exception {
        server.then(status(404, "{}"), exchange -> {
            exchange.readBody();
            exchange.cut();
        });
        assertThatThrownBy(() -> copy("{}").run()).isInstanceOf(IOException.class);
        int before = server.exchanges().size();
        server.then(
                status(200, "{\"realm\":\"new\",\"id\":\"" + createdId() + "\"}"),
                FLOWS,
                ended("COMPLETED", 0),
                ended("COMPLETED", 0));

        copy("{}").run();

        assertThat(requests(before))
                .containsSubsequence(
                        "GET /admin/realms/new/authentication/flows",
                        "POST /admin/realms/new/bulk-import/groups",
                        "POST /admin/realms/new/bulk-import/users")
                .doesNotContain("POST /admin/realms");
    }

    @Test
    void theSameCopyGoesOnWithWhatIsNotDone() throws Exception {
        server.then(status(404, "{}"), CREATED, FLOWS, ended("COMPLETED", 0), ended("FAILED", 0), status(503, "{}"));
        assertThat(copy("{}").run()).hasSize(2);
        int before = server.exchanges().size();
        String id = createdId();
        server.then(status(200, "{\"realm\":\"new\",\"id\":\"" + id + "\"}"), FLOWS, ended("COMPLETED", 1));

        List<SummaryLine> summaries = copy("{}").run();

        assertThat(summaries).hasSize(1);
        assertThat(requests(before))
                .contains("POST /admin/realms/new/bulk-import/users")
                .doesNotContain("POST /admin/realms/new/bulk-import/groups", "POST /admin/realms");
    }

    @Test
    void aComponentThatIsRefusedWithoutItsSecretIsLeftOutAndTold() throws Exception {
        server.then(
                status(404, "{}"),
                exchange -> {
                    exchange.readBody();
                    exchange.whole(400, "{\"errorMessage\":\"A secret is missing\"}");
                },
                CREATED,
                FLOWS,
                ended("COMPLETED", 0));
        RealmCopy copy = copy("{\"org.keycloak.storage.UserStorageProvider\":"
                + "[{\"id\":\"s\",\"name\":\"ldap\",\"config\":{\"secret\":[\"**********\"]}}]}");

        copy.run();

        assertThat(server.exchanges().get(1).body()).contains("ldap");
        assertThat(server.exchanges().get(2).body()).doesNotContain("ldap");
        assertThat(copy.found().toString()).contains("A secret is missing", "by hand");
    }

    @Test
    void whatTheCopyLacksIsKnownBeforeAnythingIsCreated() throws Exception {
        server.then(status(500, ""));

        assertThat(copy("{}").gaps()).extracting(Gap::place).contains("org.keycloak.keys.KeyProvider");
        assertThat(server.exchanges()).isEmpty();
    }
}
