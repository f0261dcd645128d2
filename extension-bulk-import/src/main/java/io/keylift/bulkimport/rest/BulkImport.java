// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.engine.ImportEngine;
import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.engine.ImportListener;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.engine.RemovalLimit;
import io.keylift.bulkimport.engine.ResultSink;
import io.keylift.bulkimport.engine.UndoInput;
import io.keylift.bulkimport.export.Exports;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.KindOrder;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.schema.Contract;
import io.keylift.bulkimport.schema.ContractPart;
import io.keylift.bulkimport.schema.RecordSchemas;
import io.keylift.bulkimport.startup.Refusal;
import io.keylift.bulkimport.startup.StartChecks;
import io.keylift.bulkimport.store.JpaJobLedger;
import io.keylift.capability.rest.CapabilitiesContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** What the resources share: the engine, the kinds, and how a job is opened. One for each server. */
final class BulkImport implements AutoCloseable {

    private static final String STARTED_DIFFERENTLY =
            "was started with another kind, `op`, `ifExists`, `ids`, `dryRun`, `extra`, `undo`, scope or `chunkSize`";

    private final KeycloakSessionFactory sessionFactory;
    private final Settings settings;
    private final ImportEngine engine;
    private final Exports exports;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final Retention retention;
    private final SpoolSpace spoolSpace;
    private final RecordSchemas schemas = new RecordSchemas();
    private final StartChecks startChecks;
    private Contract contract;

    BulkImport(
            KeycloakSessionFactory sessionFactory,
            Settings settings,
            ImportListener listener,
            StartChecks startChecks) {
        this.startChecks = startChecks;
        this.sessionFactory = sessionFactory;
        this.settings = settings;
        this.ledgers = session -> new JpaJobLedger(
                session.getProvider(JpaConnectionProvider.class).getEntityManager(),
                settings.heartbeatLimitMillis(),
                settings.rejectKeys(),
                settings.storedSecretsKey()::forJob,
                uid -> settings.storedSecretsKey().configured().map(keys -> keys.forJob(uid)));
        this.engine = new ImportEngine(sessionFactory, ledgers, settings.engine(), listener);
        this.exports = new Exports(sessionFactory, settings.engine().maxActiveJobs());
        this.spoolSpace = new SpoolSpace(settings.spoolDirectory(), settings.maxSpoolBytes());
        this.retention = new Retention(sessionFactory, ledgers, settings.retention());
    }

    JobLedger ledger(KeycloakSession session) {
        return ledgers.apply(session);
    }

    /** The longest time without a line in the response. */
    Duration longestSilence() {
        return settings.progress();
    }

    /** Whether this server exports secrets at all. */
    boolean exportsSecrets() {
        return settings.exportSecrets();
    }

    InputLimits inputLimits() {
        return settings.limits();
    }

    SpoolSpace spoolSpace() {
        return spoolSpace;
    }

    ImportEngine engine() {
        return engine;
    }

    Exports exports() {
        return exports;
    }

    List<ImportKind<?, ?>> kinds() {
        List<ImportKind<?, ?>> kinds = new ArrayList<>();
        sessionFactory
                .getProviderFactoriesStream(ImportKind.class)
                .forEach(factory -> kinds.add((ImportKind<?, ?>) factory));
        kinds.sort((a, b) -> a.getId().compareTo(b.getId()));
        return kinds;
    }

    Optional<ImportKind<?, ?>> findKind(String id) {
        ProviderFactory<?> factory = sessionFactory.getProviderFactory(ImportKind.class, id);
        return factory instanceof ImportKind<?, ?> kind ? Optional.of(kind) : Optional.empty();
    }

    ImportKind<?, ?> kind(String id) {
        return findKind(id)
                .orElseThrow(() -> Errors.notFound("No kind has this name. `GET bulk-import/kinds` lists the kinds."));
    }

    /** The kinds that a job of the realm can have. */
    JobKinds realmKinds(Operation operation) {
        return JobKinds.ofRealm(operation == Operation.VERIFY ? exportableKinds() : kinds());
    }

    /** The kinds of a stored job; empty if its kind is no longer installed. */
    Optional<JobKinds> findKinds(JobSpec spec) {
        return spec.isOfRealm()
                ? Optional.of(realmKinds(spec.operation()))
                : findKind(spec.kind()).map(JobKinds::of);
    }

    /** The kinds that can be exported, in the order in which an import needs them. */
    List<ImportKind<?, ?>> exportableKinds() {
        return KindOrder.of(kinds().stream().filter(ImportKind::isExportable).toList());
    }

    /** Removes the jobs of realms that were removed while this JAR was not installed. */
    void removeAbandonedJobs() {
        KeycloakModelUtils.runJobInTransaction(sessionFactory, session -> {
            JobLedger ledger = ledger(session);
            ledger.realms().stream()
                    .filter(id -> session.realms().getRealm(id) == null)
                    .forEach(ledger::deleteRealm);
        });
    }

    /** Why this server refuses all imports; {@code null} if it does not. */
    Refusal refusal() {
        return startChecks.refusal().orElse(null);
    }

    void requireSuitable() {
        Refusal refusal = refusal();
        if (refusal != null) {
            throw Errors.notImplemented(refusal.message(), refusal.code());
        }
    }

    void requireRemovable(ImportKind<?, ?> kind) {
        if (!kind.isRemovable()) {
            throw Errors.badRequest("`op=remove` is not available for kind " + kind.getId()
                    + "; the kinds with `op=remove` are " + names(ImportKind::isRemovable));
        }
    }

    void requireVerifiable(ImportKind<?, ?> kind) {
        if (!kind.isExportable()) {
            throw Errors.badRequest("`op=verify` is not available for kind " + kind.getId()
                    + "; the kinds with `op=verify` are " + names(ImportKind::isExportable));
        }
    }

    /** Requires a scope that the kind has and whose values name what the caller may view. */
    void requireMirrorable(
            ImportKind<?, ?> kind,
            Map<String, String> scope,
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions) {
        if (!kind.isMirrorable()) {
            throw Errors.badRequest("`op=mirror` is not available for kind " + kind.getId()
                    + "; the kinds with `op=mirror` are " + names(ImportKind::isMirrorable));
        }
        Set<String> scopes = new TreeSet<>(kind.source().scopes());
        String known = "`scope=realm`"
                + scopes.stream().map(name -> ", `" + name + "`").collect(Collectors.joining());
        if (scope.isEmpty()) {
            throw Errors.badRequest("`op=mirror` removes what the input does not name, and requires the scope within"
                    + " which it does so. The scopes of kind " + kind.getId() + " are " + known);
        }
        Set<String> unknown = new TreeSet<>(scope.keySet());
        unknown.remove(JobSpec.WHOLE);
        unknown.removeAll(scopes);
        if (!unknown.isEmpty()) {
            throw Errors.badRequest("Query parameter `" + unknown.iterator().next() + "` is no scope of kind "
                    + kind.getId() + "; its scopes are " + known);
        }
        try {
            new Mirror<>(kind).requireKnown(scope, new RequestContext(session, realm, permissions));
        } catch (SelectionException e) {
            throw Errors.badRequest(e.getMessage());
        }
    }

    void requireExportable(ImportKind<?, ?> kind) {
        if (!kind.isExportable()) {
            throw Errors.notFound("Kind " + kind.getId() + " cannot be exported; the kinds that can are "
                    + names(ImportKind::isExportable));
        }
    }

    /** Whether a job of the kind can keep what is needed to undo it. */
    void requireUndoable(ImportKind<?, ?> kind) {
        if (!kind.isUndoable()) {
            throw Errors.badRequest("`undo=true` is not available for kind " + kind.getId() + "; the kinds with it are "
                    + names(ImportKind::isUndoable));
        }
        if (kind.source().hasSecrets()
                && settings.storedSecretsKey().configured().isEmpty()) {
            throw Errors.badRequest("`undo=true` is not available for kind " + kind.getId()
                    + ", whose records can have secrets: the server has no key to encrypt them. Set option `"
                    + StoredSecretsKey.FILE + "` or `" + StoredSecretsKey.VAULT + "`.");
        }
    }

    private String names(Predicate<ImportKind<?, ?>> property) {
        List<String> names =
                kinds().stream().filter(property).map(ImportKind::getId).toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    JsonNode schema(ImportKind<?, ?> kind) {
        return schemas.of(kind);
    }

    /** The contract of all endpoints of this JAR; cached, because the kinds of a server never change. */
    synchronized Contract contract() {
        if (contract == null) {
            contract = Contract.of(kinds(), schemas, capabilities());
        }
        return contract;
    }

    static ContractPart capabilities() {
        return new ContractPart(
                CapabilitiesContract.document(), CapabilitiesContract.reader(), CapabilitiesContract.bodies());
    }

    /**
     * Opens a job, or resumes one. After this, an error can no longer change the response's status.
     *
     * @param access which jobs the caller may resume
     */
    ImportStart open(
            String realmId,
            JobKinds kinds,
            Caller caller,
            JobAccess access,
            ImportParameters parameters,
            Upload upload) {
        Known known = known(realmId, kinds, access, parameters);
        int chunkSize = known != null
                ? known.job().spec().chunkSize()
                : parameters.chunkSize() == null ? settings.chunkSize() : parameters.chunkSize();
        ImportInput input = upload.open(kinds, settings.limits(), chunkSize, settings.maxChunkBytes());
        if (parameters.operation() != Operation.REMOVE && !kinds.isOfRealm()) {
            CsvColumns.require(
                    input.fields(), kinds.name(), schema(kinds.kinds().get(0)));
        }
        if (known != null) {
            return reopen(known, caller, parameters, input);
        }
        String id = parameters.job() == null ? UUID.randomUUID().toString() : parameters.job();
        JobSpec spec = new JobSpec(
                id,
                realmId,
                kinds.name(),
                parameters.operation(),
                parameters.ifExists(),
                parameters.ids(),
                parameters.dryRun(),
                chunkSize,
                parameters.extra(),
                parameters.undo(),
                null,
                parameters.scope());
        try {
            ImportJob job = inTransaction(
                    ledger -> ledger.open(spec, caller, settings.engine().node(), System.currentTimeMillis()));
            return new ImportStart(job, options(parameters, spec), input, false);
        } catch (RuntimeException e) {
            // Two requests at the same time: the other one has just opened the job.
            Known other = known(realmId, kinds, access, parameters);
            if (other == null || !other.job().spec().equals(spec)) {
                throw e;
            }
            return reopen(other, caller, parameters, input);
        }
    }

    private ImportStart reopen(Known known, Caller caller, ImportParameters parameters, ImportInput input) {
        known.first().ifPresent(chunk -> Upload.requireSameFirstChunk(input, chunk));
        if (known.job().status() == JobStatus.COMPLETED) {
            // The input is only compared with what is committed: the job stays complete in any case.
            return new ImportStart(known.job(), options(parameters, known.job().spec()), input, true);
        }
        ImportJob job;
        try {
            job = inTransaction(ledger ->
                    ledger.reopen(known.job().uid(), caller, settings.engine().node(), System.currentTimeMillis()));
        } catch (IllegalStateException e) {
            throw cancelled(known.job().spec());
        }
        return new ImportStart(job, options(parameters, job.spec()), input, true);
    }

    /** A job that already exists, and the first chunk that it has committed. */
    private record Known(ImportJob job, Optional<CommittedChunk> first) {}

    private Known known(String realmId, JobKinds kinds, JobAccess access, ImportParameters parameters) {
        return inTransaction(ledger -> known(ledger, realmId, kinds, access, parameters));
    }

    private Known known(
            JobLedger ledger, String realmId, JobKinds kinds, JobAccess access, ImportParameters parameters) {
        Optional<ImportJob> job = parameters.job() == null ? Optional.empty() : ledger.find(realmId, parameters.job());
        if (engine.isFull() && job.filter(known -> engine.isActive(known.uid())).isEmpty()) {
            throw full();
        }
        job.ifPresent(access::require);
        job.ifPresent(known -> requireSame(known, kinds, parameters));
        job.ifPresent(known -> requireNotUndone(ledger, known));
        return job.map(known -> new Known(known, first(ledger, known))).orElse(null);
    }

    private static RuntimeException full() {
        return Errors.tooManyRequests(
                "This node already runs as many imports as option `max-active-jobs` allows. Try again later.");
    }

    private static void requireNotUndone(JobLedger ledger, ImportJob job) {
        ledger.undoOf(job.spec().realmId(), job.uid()).ifPresent(undo -> {
            throw Errors.conflict("Job " + job.spec().id() + " is undone by job "
                    + undo.spec().id() + "; use another job id");
        });
    }

    /**
     * Opens a job that undoes another one, or resumes it.
     *
     * @param undone a job that keeps what is needed for it
     * @param job id of the new job; {@code null} to generate one
     */
    ImportStart undo(ImportJob undone, String job, Caller caller, ImportOptions.Results results) {
        if (engine.isFull()) {
            throw full();
        }
        long now = System.currentTimeMillis();
        String node = settings.engine().node();
        JobSpec of = undone.spec();
        JobSpec spec = new JobSpec(
                job == null ? UUID.randomUUID().toString() : job,
                of.realmId(),
                of.kind(),
                Operation.UNDO,
                IfExists.OVERWRITE,
                IdMode.STRICT,
                false,
                of.chunkSize(),
                false,
                false,
                new JobSpec.Undone(undone.uid(), of.id()),
                Map.of());
        ImportStart start = inTransaction(ledger -> {
            ledger.lock(undone.uid());
            Optional<ImportJob> before = ledger.undoOf(of.realmId(), undone.uid())
                    .filter(earlier -> earlier.status() != JobStatus.CANCELLED);
            before.ifPresent(earlier -> requireResumable(earlier, job));
            if (before.isEmpty() && ledger.find(of.realmId(), spec.id()).isPresent()) {
                throw Errors.conflict("The realm has a job with id " + spec.id() + "; use another job id");
            }
            ImportJob opened = before.isEmpty()
                    ? ledger.open(spec, caller, node, now)
                    : ledger.reopen(before.get().uid(), caller, node, now);
            ImportOptions options = new ImportOptions(
                    opened.spec(), 1, false, Long.MAX_VALUE, EventMode.SUMMARY, results, RemovalLimit.DEFAULT);
            return new ImportStart(
                    opened, options, new UndoInput(this::inTransaction, undone.uid()), before.isPresent());
        });
        return start;
    }

    private static void requireResumable(ImportJob undo, String job) {
        String id = undo.spec().id();
        String undone = undo.spec().undoes().id();
        if (undo.status() == JobStatus.COMPLETED) {
            throw Errors.conflict("Job " + undone + " was undone by job " + id);
        }
        if (!undo.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is undoing job " + undone);
        }
        if (job != null && !job.equals(id)) {
            throw Errors.conflict(
                    "Job " + id + " has begun to undo job " + undone + "; resume it with `job=" + id + "`");
        }
    }

    private static Optional<CommittedChunk> first(JobLedger ledger, ImportJob job) {
        return ledger.committed(job.uid(), 1, 1).stream()
                .filter(chunk -> chunk.chunk() == 1)
                .findFirst();
    }

    private <T> T inTransaction(Function<JobLedger, T> work) {
        return KeycloakModelUtils.runJobInTransactionWithResult(sessionFactory, own -> work.apply(ledger(own)));
    }

    private static void requireSame(ImportJob job, JobKinds kinds, ImportParameters parameters) {
        JobSpec spec = job.spec();
        if (!job.status().isResumable()) {
            throw cancelled(spec);
        }
        boolean same = spec.kind().equals(kinds.name())
                && spec.operation() == parameters.operation()
                && spec.ifExists() == parameters.ifExists()
                && spec.ids() == parameters.ids()
                && spec.dryRun() == parameters.dryRun()
                && spec.extra() == parameters.extra()
                && spec.undo() == parameters.undo()
                && spec.scope().equals(parameters.scope())
                && (parameters.chunkSize() == null || parameters.chunkSize() == spec.chunkSize());
        if (!same) {
            throw Errors.conflict(
                    "Job " + spec.id() + " " + STARTED_DIFFERENTLY + ". Repeat these, or use another job id.");
        }
    }

    private static RuntimeException cancelled(JobSpec spec) {
        return Errors.conflict("Job " + spec.id() + " was cancelled; use another job id");
    }

    private static ImportOptions options(ImportParameters parameters, JobSpec spec) {
        return new ImportOptions(
                spec,
                parameters.parallelism(),
                parameters.stopOnReject(),
                parameters.maxRejects(),
                parameters.events(),
                parameters.results(),
                parameters.maxRemovals());
    }

    void start(ImportStart start, JobKinds kinds, Caller caller, ResultSink sink) {
        engine.start(start.job(), start.options(), kinds.kinds(), caller, start.input(), start.again(), sink);
    }

    /**
     * Moves a job to another status, which this node's run follows at once. Resuming makes the caller the job's new
     * caller.
     */
    ImportJob move(ImportJob job, JobStatus next, Caller caller) {
        String realmId = job.spec().realmId();
        ImportJob moved = inTransaction(ledger -> {
            long now = System.currentTimeMillis();
            boolean allowed = next == JobStatus.RUNNING
                    ? ledger.resume(job.uid(), caller, now)
                    : ledger.move(job.uid(), null, next, next == JobStatus.CANCELLED ? "cancelled" : null, null, now);
            if (!allowed) {
                throw Errors.conflict("Job " + job.spec().id() + " is " + job.status() + " and cannot become " + next);
            }
            return ledger.find(realmId, job.spec().id()).orElseThrow();
        });
        engine.follow(moved, caller);
        return moved;
    }

    @Override
    public void close() {
        retention.close();
        engine.close();
        exports.close();
    }
}
