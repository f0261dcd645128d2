// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.undo.RandomJobs.Job;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Law 15: random jobs are undone, some after Keycloak was killed, some after others have changed their objects. Uses a
 * server of its own.
 */
@Tag("soak-undo")
@SecondTier
class RandomUndosIT {

    private static final int FEW = 12;
    private static final int JOBS = Soak.size("jobs", FEW, 100);
    private static final int KILLS = Soak.size("kills", 1, 10);
    private static final long SEED = Soak.seed(15);

    private static final int HIGHEST = 6;

    private static final String REALM = "undone-at-random";

    /** The members of organizations: other kinds would make and remove them, too. */
    private static final String MEMBERS = "undone-at-random-members";

    private static final String OF_MEMBERS = "organization-members";

    /** When the server dies, and what happens then. */
    private enum Death {
        IN_UNDO,
        IN_JOB,
        IN_JOB_THAT_IS_RESUMED
    }

    /** A job that has ended, and the rows before it. */
    private record Done(Job job, RealmRows before, ImportAnswer answer) {}

    private final Random random = new Random(SEED);
    private final RandomJobs jobs = new RandomJobs(random);
    private final List<String> history = new ArrayList<>();
    private final Map<String, Long> figures = new TreeMap<>();

    private EmbeddedDatabase database;
    private KeycloakServer keycloak;
    private Sql sql;
    private CommitBlocker blocker;
    private TwinRealm realm;
    private List<KindContract> kinds;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        Path key =
                Files.writeString(directory.resolve("key"), Base64.getEncoder().encodeToString(new byte[32]));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        database = TestDatabase.start();
        keycloak = TestServer.on(database)
                .maxHeap("512m")
                .option("spi-admin-realm-restapi-extension--bulk-import--stored-secrets-key-file", key.toString())
                .start();
        sql = new Sql(database);
        blocker = new CommitBlocker(database);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : new AutoCloseable[] {blocker, sql, keycloak, database}) {
            if (one != null) {
                one.close();
            }
        }
    }

    @Test
    @Timeout(900)
    void law15_jobsThatAreUndoneLeaveNothing_andWhatOthersHaveChangedStays() throws IOException {
        List<KindContract> all =
                UndoIT.undoable().stream().map(Named::getPayload).toList();
        Map<String, List<KindContract>> realms = new HashMap<>();
        realms.put(
                REALM,
                all.stream().filter(kind -> !kind.kind().equals(OF_MEMBERS)).toList());
        realms.put(
                MEMBERS,
                all.stream().filter(kind -> kind.kind().equals(OF_MEMBERS)).toList());
        prepare(REALM, realms.get(REALM));
        if (JOBS > FEW) {
            prepare(MEMBERS, realms.get(MEMBERS));
        }
        int done = 0;
        int kills = 0;
        while (done < JOBS) {
            boolean killing = kills * JOBS < KILLS * (done + 1);
            String name = JOBS > FEW && !killing && random.nextInt(all.size()) == 0 ? MEMBERS : REALM;
            realm = new TwinRealm(AdminHttp.master(keycloak.baseUrl()), name);
            kinds = realms.get(name);
            history.clear();
            int height = Math.min(JOBS - done, 2 + random.nextInt(HIGHEST - 1));
            if (killing) {
                killing(height, Death.values()[kills++ % Death.values().length]);
            } else if (random.nextInt(4) == 0 && kinds.size() > 1) {
                height = 2;
                pair();
            } else {
                undisturbed(height, !figures.containsKey("kept") || random.nextBoolean());
            }
            done += height;
            figures.merge("jobs", (long) height, Long::sum);
        }
        figures.put("seed", SEED);
        System.out.println("Undone: " + figures);
        assertThat(figures.keySet()).contains("updated", "removed", "kept", "killed");
        if (JOBS > FEW) {
            assertThat(figures).doesNotContainValue(0L);
        }
    }

    /** A realm that has every other object. */
    private void prepare(String name, List<KindContract> own) throws IOException {
        realm = TwinRealm.create(AdminHttp.master(keycloak.baseUrl()), name, Map.of());
        for (KindContract kind : own) {
            kind.prepare(realm);
            kind.prepareRecords(realm, 0, RandomJobs.OBJECTS);
        }
        for (KindContract kind : own) {
            String records = Records.lines(IntStream.range(0, RandomJobs.OBJECTS)
                    .filter(i -> i % 2 == 0)
                    .mapToObj(kind::record)
                    .toList());
            realm.imports().post(kind.kind() + "?ifExists=merge", records);
        }
    }

    /** Undoes jobs in the reverse order. */
    private void undisturbed(int height, boolean touching) throws IOException {
        Deque<Done> stack = new ArrayDeque<>();
        while (stack.size() < height) {
            Job job = jobs.draw(anyKind());
            boolean last = stack.size() == height - 1;
            if (!last || !touching || OthersChanges.canChange(job) || kinds.size() == 1) {
                stack.push(run(job));
            }
        }
        OthersChanges others = new OthersChanges(realm, database);
        if (touching) {
            Done last = stack.peek();
            stack.forEach(one -> others.know(one.answer()));
            others.change(last.job(), last.answer(), random);
            history.add("changed by others: " + others.keys());
        }
        boolean top = true;
        while (!stack.isEmpty()) {
            Done one = stack.pop();
            ImportAnswer undone = undo(one.job().id());
            RealmRows now = rows();
            others.expect(undone.rejects(), now, top, description());
            UndoneRows.assertUnchanged(now, one.before(), others.ids(), description());
            if (touching) {
                figures.merge("kept", (long) undone.rejects().size(), Long::sum);
            }
            top = false;
        }
        others.assertKept();
    }

    /** Undoes two jobs of different kinds, which do not refer to each other, in any order. */
    private void pair() throws IOException {
        List<KindContract> two = new ArrayList<>(kinds);
        Collections.shuffle(two, random);
        RealmRows before = rows();
        List<Job> pair = List.of(jobs.draw(two.get(0), false), jobs.draw(two.get(1), false));
        for (Job job : pair) {
            run(job);
        }
        boolean backwards = random.nextBoolean();
        for (Job job : backwards ? List.of(pair.get(1), pair.get(0)) : pair) {
            assertThat(undo(job.id()).rejects()).as(description()).isEmpty();
        }
        UndoneRows.assertUnchanged(rows(), before, Set.of(), description());
    }

    /** Kills the server in the middle of one of the jobs, or of its undo. */
    private void killing(int height, Death death) throws IOException {
        Deque<Done> stack = new ArrayDeque<>();
        int chosen = random.nextInt(height);
        while (stack.size() < height) {
            Job job = jobs.draw(anyKind());
            boolean dies = stack.size() == chosen && death != Death.IN_UNDO;
            RealmRows before = rows();
            if (dies) {
                killAt(job.id(), 2 + random.nextInt(job.chunks() - 1), job.path(), job.body());
            }
            if (!dies || death == Death.IN_JOB_THAT_IS_RESUMED) {
                run(job);
            }
            stack.push(new Done(job, before, null));
        }
        boolean killed = death != Death.IN_UNDO;
        while (!stack.isEmpty()) {
            Done one = stack.pop();
            int parts = parts(one.job().id());
            if (!killed && parts > 0 && (stack.size() <= chosen || stack.isEmpty())) {
                String undo = "undo-of-" + one.job().id();
                killAt(undo, 1 + random.nextInt(parts), "jobs/" + one.job().id() + "/undo?job=" + undo, "");
                killed = true;
            }
            assertThat(undo(one.job().id()).rejects()).as(description()).isEmpty();
            UndoneRows.assertUnchanged(rows(), one.before(), Set.of(), description());
        }
    }

    private Done run(Job job) throws IOException {
        history.add(job.toString());
        RealmRows before = rows();
        ImportAnswer answer = realm.imports().post(job.path(), job.body());
        assertThat(answer.addsUp().end()).as(description()).isEqualTo("COMPLETED");
        figures.merge("records", answer.count("read"), Long::sum);
        return new Done(job, before, answer);
    }

    private ImportAnswer undo(String job) throws IOException {
        history.add("undo " + job);
        ImportAnswer undone = realm.imports().post("jobs/" + job + "/undo?results=all", "");
        assertThat(undone.status()).as("%s %s", undone.lines(), description()).isEqualTo(200);
        assertThat(undone.addsUp().end()).as(description()).isEqualTo("COMPLETED");
        for (String outcome : List.of("added", "updated", "removed")) {
            figures.merge(outcome, undone.count(outcome), Long::sum);
        }
        history.add(undone.rejects().toString());
        return undone;
    }

    /** Kills the server when it has written all rows of a chunk and not yet committed them. */
    private void killAt(String job, int chunk, String path, String body) throws IOException {
        history.add("killed in chunk " + chunk + " of " + path + " " + body);
        blocker.block(job, chunk);
        try (LiveImport live = realm.imports().open(path)) {
            live.sendInBackground(out -> out.write(body.getBytes(StandardCharsets.UTF_8)));
            awaitChunk(job);
            keycloak.kill();
            live.answer();
        } finally {
            blocker.release();
        }
        CrashTestServer.awaitEndOfTransactions(sql);
        keycloak.start();
        // The server needs another half minute to find that the job is abandoned.
        sql.execute("update keylift_import_job set heartbeat_at = 0 where job_id = ?", job);
        realm = new TwinRealm(AdminHttp.master(keycloak.baseUrl()), realm.name());
        figures.merge("killed", 1L, Long::sum);
    }

    private void awaitChunk(String job) {
        try {
            blocker.awaitWaiting();
        } catch (ConditionTimeoutException e) {
            String state = "select status, code, message from keylift_import_job where job_id = ?";
            throw new AssertionError(sql.rows(state, job) + description(), e);
        }
    }

    /** How many chunks the undo of a job has. Parts with negative numbers are rows that went with objects. */
    private int parts(String job) {
        return (int) sql.number(
                "select count(*) from keylift_undo u join keylift_import_job j on j.uid = u.job_uid"
                        + " where j.job_id = ? and u.part >= 0",
                job);
    }

    private KindContract anyKind() {
        return kinds.get(random.nextInt(kinds.size()));
    }

    private RealmRows rows() {
        return RealmRows.of(database, realm.name());
    }

    private String description() {
        return "with seed " + SEED + " after\n" + String.join("\n", history) + "\n";
    }
}
