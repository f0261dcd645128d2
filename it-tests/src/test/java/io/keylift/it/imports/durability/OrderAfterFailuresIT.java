// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Law 13: imports that change the same users many times fail at random, and are sent again until they complete. The
 * realm then equals the result of a serial import without failures.
 */
@Tag("soak-graceful-failures")
@OnCrashTestServer
class OrderAfterFailuresIT {

    private static final String FAULTY = "faulty";
    private static final String SERIAL = "serial";
    private static final int FAILURES = Soak.size("failures", 4, 100);
    private static final int USERS = 40;
    private static final int LINES = 240;
    private static final int CHUNK_SIZE = 8;

    private final Random random = new Random(Soak.seed(5));
    private final Map<DatabaseFault.Sort, Integer> failures = new EnumMap<>(DatabaseFault.Sort.class);
    private CrashTestServer server;
    private DatabaseFault fault;
    private int met;

    @Test
    @Timeout(540)
    void law13_afterFailuresTheRealmIsThatOfASerialImport(CrashTestServer crashTestServer) throws IOException {
        server = crashTestServer;
        for (String realm : List.of(FAULTY, SERIAL)) {
            TestRealms.create(
                    server.client(realm).admin(),
                    Map.of("realm", realm, "enabled", true, "loginWithEmailAllowed", false));
        }
        try (Sql sql = new Sql(server.database())) {
            fault = new DatabaseFault(sql, FAULTY);
            for (int job = 1; met < FAILURES; job++) {
                byte[] input = input(job);
                untilItCompletes("job-" + job, input);
                ImportAnswer serial = server.client(SERIAL)
                        .post(
                                "users?ifExists=overwrite&parallelism=1&chunkSize=" + CHUNK_SIZE,
                                ImportClient.NDJSON,
                                input);
                assertThat(serial.addsUp().end()).isEqualTo("COMPLETED");
            }
        }
        System.out.println("Imports ended early by " + failures);

        assertThat(failures.values().stream().mapToInt(Integer::intValue).sum()).isPositive();
        RowComparison.assertAlike(
                RealmRows.of(server.database(), SERIAL),
                RealmRows.of(server.database(), FAULTY),
                List.of("user_entity", "user_role_mapping"));
    }

    private void untilItCompletes(String job, byte[] input) throws IOException {
        String path = "users?ifExists=overwrite&parallelism=4&chunkSize=" + CHUNK_SIZE + "&job=" + job;
        for (int runs = 0; ; runs++) {
            if (runs == LINES) {
                throw new AssertionError(job + " does not come to an end");
            }
            DatabaseFault.Sort sort = DatabaseFault.sort(met);
            boolean more = met < FAILURES;
            if (more) {
                fault.planAt(sort, 1 + random.nextInt(LINES));
            }
            ImportAnswer answer = run(path, input, more ? sort : null);
            if (more && (sort == DatabaseFault.Sort.SHUTDOWN || fault.isReached())) {
                met++;
            }
            fault.end();
            if (answer.end().equals("COMPLETED")) {
                assertThat(answer.addsUp().count("rejected"))
                        .as("%s", answer.rejects())
                        .isZero();
                return;
            }
            failures.merge(sort, 1, Integer::sum);
        }
    }

    private ImportAnswer run(String path, byte[] input, DatabaseFault.Sort sort) throws IOException {
        try (LiveImport live = server.client(FAULTY).open(path)) {
            live.sendInBackground(out -> out.write(input));
            if (sort == DatabaseFault.Sort.SHUTDOWN) {
                live.awaitChunks(1);
                server.keycloak().stop();
            }
            ImportAnswer answer = live.answer();
            server.ensureRunning();
            return answer;
        }
    }

    /** Each user some six times, each time with other values, and never twice in a chunk. */
    private byte[] input(int job) {
        List<Integer> users = new ArrayList<>(IntStream.range(0, USERS).boxed().toList());
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            if (line % CHUNK_SIZE == 0) {
                Collections.shuffle(users, random);
            }
            lines.append("""
                    {"username":"job-%d-user-%d","enabled":%s,"firstName":"line %d","lastName":"%d"%s}
                    """.formatted(
                            job,
                            users.get(line % CHUNK_SIZE),
                            random.nextBoolean(),
                            line,
                            line,
                            random.nextInt(3) == 0 ? ",\"realmRoles\":[\"offline_access\"]" : ""));
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
}
