// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.seal.SealingKeys;
import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A ledger on an empty database, with a clock that stands at {@link #NOW} and a heartbeat limit of {@link #LIMIT}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LedgerFixture {

    static final long NOW = 1_800_000_000_000L;
    static final long LIMIT = 30_000;
    static final String REALM = "realm-1";

    /** The jobs of all callers. */
    static final ListedJobs ALL = listed("nobody", Set.of("users"), Set.of());

    private static final SealingKeys KEYS = SealingKeys.temporary();

    final LedgerDatabase database = new LedgerDatabase();

    /** Does each call in a transaction of its own. */
    final JobLedger ledger = (JobLedger) Proxy.newProxyInstance(
            LedgerFixture.class.getClassLoader(), new Class<?>[] {JobLedger.class}, this::inTransaction);

    @BeforeEach
    void empty() {
        database.sql("delete from KEYLIFT_IMPORT_CHUNK");
        database.sql("delete from KEYLIFT_IMPORT_JOB");
    }

    @AfterAll
    void close() {
        database.close();
    }

    static JobLedger ledger(EntityManager em) {
        return ledger(em, KEYS);
    }

    static JobLedger ledger(EntityManager em, SealingKeys keys) {
        return new JpaJobLedger(
                em, LIMIT, RejectKeys.PLAIN, keys::forJob, uid -> Optional.of(keys.forJob(uid)), () -> NOW);
    }

    /**
     * Jobs with any operation.
     *
     * @param kinds of which all jobs are listed
     * @param own of which those of the user are listed
     */
    static ListedJobs listed(String user, Set<String> kinds, Set<String> own) {
        ListedJobs.Kinds each = new ListedJobs.Kinds(kinds, own, Set.of());
        return new ListedJobs(
                user, Stream.of(Operation.values()).collect(Collectors.toMap(Function.identity(), any -> each)));
    }

    private Object inTransaction(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return database.get(em -> call(method, ledger(em), arguments));
        } catch (UndeclaredThrowableException e) {
            throw e.getCause();
        }
    }

    private static Object call(Method method, JobLedger target, Object[] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new UndeclaredThrowableException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does all of it in one transaction. */
    void together(Consumer<JobLedger> work) {
        database.run(em -> work.accept(ledger(em)));
    }

    static final Caller CALLER = new Caller(
            "master-id",
            "admin-id",
            "client-id",
            1_700_000_000,
            Set.of("admin"),
            Map.of("realm-management", Set.of("manage-users")),
            "192.0.2.1");

    static JobSpec spec(String realm, String name) {
        return spec(realm, name, Set.of());
    }

    static JobSpec spec(String realm, String name, Set<Drop> drops) {
        Map<String, String> scope = Map.of("group", "/Größe & more");
        return new JobSpec(
                name,
                realm,
                "users",
                Operation.IMPORT,
                1000,
                JobOptions.DEFAULTS
                        .with(JobOption.IF_EXISTS, IfExists.MERGE)
                        .with(JobOption.IDS, IdMode.PREFER)
                        .with(JobOption.DRY_RUN, true)
                        .with(JobOption.SCOPE, scope)
                        .with(JobOption.DROP, drops)
                        .with(JobOption.NO_PASSWORD, NoPassword.UPDATE));
    }

    ImportJob job(String name) {
        return job(name, NOW);
    }

    ImportJob job(String name, long createdAt) {
        return job(REALM, name, createdAt);
    }

    ImportJob job(String realm, String name, long createdAt) {
        return ledger.open(spec(realm, name), CALLER, "node-a", createdAt);
    }

    ImportJob present(String name) {
        return ledger.find(REALM, name).orElseThrow();
    }

    /** Puts a job into a stored status, past all rules. */
    void store(ImportJob job, JobStatus status) {
        database.sql(
                "update KEYLIFT_IMPORT_JOB set STATUS = ?, FINISHED_AT = ? where UID = ?",
                status.name(),
                status.isEnded() ? NOW - 1 : null,
                job.uid());
    }

    void heartbeatAt(ImportJob job, long time) {
        database.sql("update KEYLIFT_IMPORT_JOB set HEARTBEAT_AT = ? where UID = ?", time, job.uid());
    }

    static ChunkEntry chunk(int number, Counters counters, Reject... rejects) {
        long first = (number - 1) * 1000L + 1;
        return new ChunkEntry(
                number, first, first + 999, digest("chunk " + number), counters, List.of(rejects), null, 41);
    }

    static byte[] digest(String text) {
        return Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 32);
    }
}
