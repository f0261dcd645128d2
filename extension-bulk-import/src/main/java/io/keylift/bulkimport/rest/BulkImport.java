// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.engine.ImportEngine;
import io.keylift.bulkimport.engine.ImportListener;
import io.keylift.bulkimport.engine.ResultSink;
import io.keylift.bulkimport.export.Exports;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.KindOrder;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.place.Patience;
import io.keylift.bulkimport.place.Places;
import io.keylift.bulkimport.schema.Contract;
import io.keylift.bulkimport.schema.ContractPart;
import io.keylift.bulkimport.schema.RecordSchemas;
import io.keylift.bulkimport.spool.SpoolSpace;
import io.keylift.bulkimport.startup.Refusal;
import io.keylift.bulkimport.startup.StartChecks;
import io.keylift.bulkimport.store.JpaJobLedger;
import io.keylift.capability.rest.CapabilitiesContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.provider.ProviderFactory;

/** State that the resources share: engine, kinds, and the opening of jobs. One instance for each server. */
final class BulkImport implements AutoCloseable {

    private final KeycloakSessionFactory sessionFactory;
    private final Settings settings;
    private final ImportEngine engine;
    private final Exports exports;
    private final Patience patience;
    private final Places exportPlaces;
    private final Places rejectPlaces;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final Retention retention;
    private final SpoolSpace spoolSpace;
    private final RecordSchemas schemas = new RecordSchemas();
    private final StartChecks startChecks;
    private final KindChecks checks;
    private final JobOpening jobs;
    private final UndoOpening undos;
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
        this.patience = new Patience(settings.minClientRate());
        this.engine = new ImportEngine(sessionFactory, ledgers, settings.engine(), patience, listener);
        this.exports = new Exports(sessionFactory, settings.engine().maxParallelism());
        this.exportPlaces = new Places(settings.engine().maxActiveJobs(), patience);
        this.rejectPlaces = new Places(settings.engine().maxActiveJobs(), patience);
        this.spoolSpace = new SpoolSpace(settings.spoolDirectory(), settings.maxSpoolBytes());
        this.retention = new Retention(sessionFactory, ledgers, settings.retention());
        this.checks = new KindChecks(this::kinds, settings);
        this.jobs = new JobOpening(engine, settings, schemas, this::inTransaction);
        this.undos = new UndoOpening(engine, settings.engine().node(), this::inTransaction);
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

    /** Patience with the clients of this node. */
    Patience patience() {
        return patience;
    }

    /** Where exports go on. */
    Places exportPlaces() {
        return exportPlaces;
    }

    /** Where lists of rejects are written. */
    Places rejectPlaces() {
        return rejectPlaces;
    }

    KindChecks checks() {
        return checks;
    }

    JobOpening jobs() {
        return jobs;
    }

    UndoOpening undos() {
        return undos;
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
        return JobKinds.ofRealm(
                switch (operation) {
                    case VERIFY -> exportableKinds();
                    case REMOVE ->
                        kinds().stream().filter(ImportKind::isRemovable).toList();
                    case MIRROR ->
                        kinds().stream().filter(ImportKind::isMirrorable).toList();
                    default -> kinds();
                });
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

    /**
     * Contract of some kinds.
     *
     * @param names ids of kinds, separated by commas; {@code null} for all
     */
    List<ImportKind<?, ?>> exportableKinds(String names) {
        List<ImportKind<?, ?>> all = exportableKinds();
        if (names == null) {
            return all;
        }
        Set<String> wanted = Set.copyOf(Arrays.asList(names.split(",", -1)));
        List<ImportKind<?, ?>> selected =
                all.stream().filter(kind -> wanted.contains(kind.getId())).toList();
        if (selected.size() < wanted.size()) {
            throw Errors.badRequest("Query parameter `kinds` must name kinds, separated by commas: "
                    + all.stream().map(ImportKind::getId).collect(Collectors.joining(", ")));
        }
        return selected;
    }

    void scheduleRetention() {
        retention.schedule();
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

    ServerRepresentation describe(KeycloakSession session) {
        return new ServerRepresentation(
                String.valueOf(BulkImport.class.getPackage().getImplementationVersion()),
                refusal(),
                settings.ofCallers(),
                settings.storedSecretsKey().configured().isPresent(),
                startChecks.missingIndexes(session));
    }

    void requireSuitable() {
        Refusal refusal = refusal();
        if (refusal != null) {
            throw Errors.notImplemented(refusal.message(), refusal.code());
        }
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

    private <T> T inTransaction(Function<JobLedger, T> work) {
        return KeycloakModelUtils.runJobInTransactionWithResult(sessionFactory, own -> work.apply(ledger(own)));
    }

    void start(ImportStart start, JobKinds kinds, Caller caller, ResultSink sink) {
        engine.start(
                start.job(), start.options(), kinds.kinds(), caller, start.input(), start.again(), start.place(), sink);
    }

    /** Moves a job to another status, which this node's run follows at once. */
    ImportJob move(ImportJob job, JobStatus next) {
        String realmId = job.spec().realmId();
        ImportJob moved = inTransaction(ledger -> {
            long now = System.currentTimeMillis();
            boolean allowed = next == JobStatus.RUNNING
                    ? ledger.resume(job.uid(), now)
                    : ledger.move(job.uid(), null, next, next == JobStatus.CANCELLED ? "cancelled" : null, null, now);
            if (!allowed) {
                throw Errors.conflict("Job " + job.spec().id() + " is " + job.status() + " and cannot become " + next);
            }
            return ledger.find(realmId, job.spec().id()).orElseThrow();
        });
        engine.follow(moved);
        return moved;
    }

    @Override
    public void close() {
        engine.close();
        exports.close();
        patience.close();
    }
}
