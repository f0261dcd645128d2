// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.rows.Isolation;
import io.keylift.bulkimport.rows.TransactionFailure;
import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * The only place where a run opens sessions. Each session is new, has its own transaction, and knows the realm and the
 * caller. The request's session cannot be reached from here.
 */
final class ImportSessions {

    private static final Logger LOG = Logger.getLogger(ImportSessions.class);

    /** One day. Keycloak passes the limit on to the database driver as an {@code int} in milliseconds. */
    private static final int LONG_SECONDS = 86_400;

    private final KeycloakSessionFactory factory;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final String uid;
    private final ImportOptions options;
    private final State state;

    /** State that all chunks of a run share. */
    private static final class State {
        private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
        private volatile Map<Class<?>, Object> decisions = new ConcurrentHashMap<>();
        private final Caller caller;

        State(Caller caller) {
            this.caller = caller;
        }
    }

    /** @param uid of the job */
    ImportSessions(
            KeycloakSessionFactory factory,
            Function<KeycloakSession, JobLedger> ledgers,
            String uid,
            ImportOptions options,
            Caller caller) {
        this.factory = factory;
        this.ledgers = ledgers;
        this.uid = uid;
        this.options = options;
        state = new State(caller);
    }

    private ImportSessions(ImportSessions run, ImportOptions options) {
        factory = run.factory;
        ledgers = run.ledgers;
        uid = run.uid;
        state = run.state;
        this.options = options;
    }

    /** The sessions of the same run for records that have a policy of their own. */
    ImportSessions with(IfExists policy) {
        return policy == options.spec().ifExists() ? this : new ImportSessions(this, options.with(policy));
    }

    Caller caller() {
        return state.caller;
    }

    /** Decisions made before a pause are outdated after it. */
    void forgetDecisions() {
        state.decisions = new ConcurrentHashMap<>();
    }

    /**
     * Work in a session of its own.
     *
     * @param <T> type of the result; the session is closed when the caller gets it
     */
    @FunctionalInterface
    interface Work<T> {
        T in(ChunkContext context, JobLedger ledger);
    }

    /** Does the work in a transaction that commits unless the work throws or marks it for rollback. */
    <T> T inTransaction(Work<T> work) {
        return inTransaction(new ConcurrentHashMap<>(), work);
    }

    /** @param chunk state that the attempts at a chunk share; must be thread-safe */
    <T> T inTransaction(Map<Class<?>, Object> chunk, Work<T> work) {
        return in(Isolation::readCommitted, chunk, work);
    }

    /** Does work that returns nothing. */
    void runInTransaction(BiConsumer<ChunkContext, JobLedger> work) {
        inTransaction(returningNothing(work));
    }

    /** @param chunk state that the attempts at a chunk share; must be thread-safe */
    void runInTransaction(Map<Class<?>, Object> chunk, BiConsumer<ChunkContext, JobLedger> work) {
        inTransaction(chunk, returningNothing(work));
    }

    private static Work<Void> returningNothing(BiConsumer<ChunkContext, JobLedger> work) {
        return (context, ledger) -> {
            work.accept(context, ledger);
            return null;
        };
    }

    /** Does the work in a transaction that only reads, and in which all statements see the same state. */
    <T> T inSnapshot(Map<Class<?>, Object> chunk, Work<T> work) {
        return in(Isolation::snapshot, chunk, work);
    }

    /** Does the work without a time limit, for long work that needs a connection only for moments. */
    <T> T unlimited(Work<T> work) {
        KeycloakModelUtils.setTransactionLimit(factory, LONG_SECONDS);
        try {
            return inTransaction(work);
        } finally {
            KeycloakModelUtils.setTransactionLimit(factory, 0);
        }
    }

    private <T> T in(Consumer<EntityManager> isolation, Map<Class<?>, Object> chunk, Work<T> work) {
        try {
            return KeycloakModelUtils.runJobInTransactionWithResult(
                    factory, session -> in(session, isolation, chunk, work));
        } catch (StackOverflowError e) {
            // A record that is nested too deeply, or a value that is too long for a pattern of the realm, must not end
            // anything else.
            throw new IllegalStateException("The stack is too small for this", e);
        }
    }

    private <T> T in(
            KeycloakSession session, Consumer<EntityManager> isolation, Map<Class<?>, Object> chunk, Work<T> work) {
        isolation.accept(session.getProvider(JpaConnectionProvider.class).getEntityManager());
        RealmModel realm = session.realms().getRealm(options.spec().realmId());
        if (realm == null) {
            throw new RealmGoneException();
        }
        session.getContext().setRealm(realm);
        JobLedger ledger = ledgers.apply(session);
        LedgerNotes notes = new LedgerNotes(ledger, uid);
        return work.in(
                new ChunkContext(session, realm, options, state.caller, state.shared, state.decisions, chunk, notes),
                ledger);
    }

    /** Fires the events; a failure does not affect the import. */
    void tell(HeldEvents events) {
        if (events.isEmpty()) {
            return;
        }
        try {
            runInTransaction((context, ledger) -> events.tell(context.session()));
        } catch (RuntimeException e) {
            LOG.warn("Failed to send the admin events of a committed chunk", e);
        }
    }

    /** Returns normally if the database responds. */
    boolean askDatabase() {
        return inTransaction((context, ledger) -> ledger.caller(uid).isPresent());
    }

    /** Waits until no other transaction is changing the realm. */
    void awaitRealm() {
        boolean isThere =
                unlimited((context, ledger) -> ledger.awaitRealm(options.spec().realmId()));
        if (!isThere) {
            throw new RealmGoneException();
        }
    }

    /** The realm was removed while the import ran. */
    static final class RealmGoneException extends RuntimeException implements TransactionFailure.Known {
        private static final long serialVersionUID = 1L;

        RealmGoneException() {
            super("The realm was removed during the import");
        }

        @Override
        public TransactionFailure failure() {
            return TransactionFailure.FATAL;
        }
    }
}
