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
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private static final int RECORDS = 3;
    private static final int AT_ONCE = 3;

    private final KindRealms realms = new KindRealms("kind-callers", Map.of());
    private AdminHttp admin;
    private Callers callers;
    private int created;

    @BeforeAll
    void callers(SharedServer server) {
        admin = server.admin();
        callers = new Callers(server, MASTER);
    }

    /** Three kinds at a time: a node runs at most four jobs, and each caller costs a sign-in and a second. */
    static List<Named<List<KindContract>>> kinds() {
        List<KindContract> all = Contracts.all();
        return IntStream.iterate(0, from -> from < all.size(), from -> from + AT_ONCE)
                .mapToObj(from -> all.subList(from, Math.min(all.size(), from + AT_ONCE)))
                .map(some -> Named.of(some.stream().map(KindContract::kind).collect(Collectors.joining(", ")), some))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law11_aJobOutlivesTheSessionOfItsCallerAndEndsWithTheirNotBefore(List<KindContract> kinds) throws IOException {
        for (KindContract kind : kinds) {
            kind.prepareRecords(realms.of(admin, kind), 0, RECORDS);
        }
        assertEnd(kinds, "?chunkSize=1", KindContract::outcomeOfNew);

        List<KindContract> removable =
                kinds.stream().filter(KindContract::isRemovable).toList();
        for (KindContract kind : removable) {
            realms.of(admin, kind)
                    .imports()
                    .post(kind.kind() + "?ifExists=skip", Records.lines(records(kind, 0, RECORDS)));
        }
        assertEnd(removable, "?chunkSize=1&op=remove", kind -> "removed");
    }

    private void assertEnd(List<KindContract> kinds, String query, Function<KindContract, String> outcome)
            throws IOException {
        String name = "caller-" + ++created;
        String user = callers.create(name);
        admin.post(
                callers.path("users/" + user + "/role-mappings/realm"),
                List.of(admin.get(callers.path("roles/admin"))));
        AdminHttp caller = callers.signIn(name);
        Map<KindContract, LiveImport> jobs = new LinkedHashMap<>();
        try {
            for (KindContract kind : kinds) {
                String realm = realms.of(admin, kind).name();
                jobs.put(kind, new ImportClient(caller, realm).open(kind.kind() + query));
            }
            long second = Instant.now().getEpochSecond();
            commit(jobs, 0);
            admin.get(callers.path("users/" + user + "/sessions"))
                    .forEach(session -> admin.delete(
                            callers.path("sessions/" + session.get("id").asText())));
            commit(jobs, 1);
            // After that of the token, as not-before times count in seconds.
            await().pollInterval(Duration.ofMillis(50))
                    .until(() -> Instant.now().getEpochSecond() > second);
            admin.send("POST", callers.path("users/" + user + "/logout"), null);
            for (Map.Entry<KindContract, LiveImport> job : jobs.entrySet()) {
                KindContract kind = job.getKey();
                job.getValue().send(Records.lines(records(kind, 2, 3)));

                ImportAnswer answer = job.getValue().answer();
                assertThat(answer.end()).as(kind.kind()).isEqualTo("FAILED caller_gone");
                assertThat(answer.count(outcome.apply(kind)))
                        .as("%s", answer.lines())
                        .isEqualTo(2);
            }
        } finally {
            for (LiveImport live : jobs.values()) {
                live.close();
            }
        }
    }

    /** Sends each job its record of this number, and waits until it is committed. */
    private static void commit(Map<KindContract, LiveImport> jobs, int number) throws IOException {
        for (Map.Entry<KindContract, LiveImport> job : jobs.entrySet()) {
            job.getValue().send(Records.lines(records(job.getKey(), number, number + 1)));
        }
        for (LiveImport live : jobs.values()) {
            live.awaitChunks(number + 1);
        }
    }

    private static List<ObjectNode> records(KindContract kind, int from, int to) {
        return IntStream.range(from, to).mapToObj(kind::record).toList();
    }
}
