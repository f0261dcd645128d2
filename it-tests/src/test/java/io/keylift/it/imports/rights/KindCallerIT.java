// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 11 for imports of every kind, and for removals. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KindCallerIT {

    private static final String MASTER = "master";

    private final KindRealms realms = new KindRealms("kind-callers", Map.of());
    private AdminHttp admin;
    private Callers callers;

    @BeforeAll
    void callers(SharedServer server) {
        admin = server.admin();
        callers = new Callers(server, MASTER);
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law11_aJobOutlivesTheSessionOfItsCallerAndEndsWithTheirNotBefore(KindContract kind) throws IOException {
        TwinRealm realm = realm(kind);
        assertEnd(realm, kind.kind() + "?chunkSize=1", kind, kind.outcomeOfNew());
        if (kind.isRemovable()) {
            realm.imports().post(kind.kind() + "?ifExists=skip", Records.lines(records(kind)));
            assertEnd(realm, kind.kind() + "?chunkSize=1&op=remove", kind, "removed");
        }
    }

    private void assertEnd(TwinRealm realm, String path, KindContract kind, String outcome) throws IOException {
        String name = "caller-of-" + kind.kind() + "-" + outcome;
        String user = callers.create(name);
        admin.post(
                callers.path("users/" + user + "/role-mappings/realm"),
                List.of(admin.get(callers.path("roles/admin"))));
        List<ObjectNode> records = records(kind);
        try (LiveImport live = new ImportClient(callers.signIn(name), realm.name()).open(path)) {
            long second = Instant.now().getEpochSecond();
            live.send(Records.lines(records.subList(0, 1)));
            live.awaitChunks(1);
            admin.get(callers.path("users/" + user + "/sessions"))
                    .forEach(session -> admin.delete(
                            callers.path("sessions/" + session.get("id").asText())));
            live.send(Records.lines(records.subList(1, 2)));
            live.awaitChunks(2);
            // After that of the token, as not-before times count in seconds.
            await().pollInterval(Duration.ofMillis(50))
                    .until(() -> Instant.now().getEpochSecond() > second);
            admin.send("POST", callers.path("users/" + user + "/logout"), null);
            live.send(Records.lines(records.subList(2, 3)));

            ImportAnswer answer = live.answer();
            assertThat(answer.end()).isEqualTo("FAILED caller_gone");
            assertThat(answer.count(outcome)).as("%s", answer.lines()).isEqualTo(2);
        }
    }

    private static List<ObjectNode> records(KindContract kind) {
        return IntStream.range(0, 3).mapToObj(kind::record).toList();
    }

    private TwinRealm realm(KindContract kind) {
        TwinRealm realm = realms.of(admin, kind);
        kind.prepareRecords(realm, 0, 3);
        return realm;
    }
}
