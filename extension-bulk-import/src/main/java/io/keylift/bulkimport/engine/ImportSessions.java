// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * The only place where a run opens sessions: each is new, has its own transaction, and knows the realm and the caller. Nothing of the
 * request's session can be reached from here.
 */
final class ImportSessions {

    /** A day: Keycloak hands the limit on to the database driver, as an {@code int} of milliseconds. */
    private static final int LONG_SECONDS = 86_400;

    private final KeycloakSessionFactory factory;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final String uid;
    private final ImportOptions options;
    private final Caller caller;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

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
        this.caller = caller;
    }

    /** Runs something in a transaction that commits unless it throws or marks it for rollback. */
    void inTransaction(BiConsumer<ChunkContext, JobLedger> work) {
        KeycloakModelUtils.runJobInTransaction(factory, session -> {
            RealmModel realm = session.realms().getRealm(options.spec().realmId());
            if (realm == null) {
                throw new RealmGoneException();
            }
            session.getContext().setRealm(realm);
            JobLedger ledger = ledgers.apply(session);
            LedgerNotes notes = new LedgerNotes(ledger, uid);
            work.accept(new ChunkContext(session, realm, options, caller, shared, notes), ledger);
        });
    }

    /** The same with all the time it takes, for work that is long and needs a connection for a moment at most. */
    void unlimited(BiConsumer<ChunkContext, JobLedger> work) {
        KeycloakModelUtils.setTransactionLimit(factory, LONG_SECONDS);
        try {
            inTransaction(work);
        } finally {
            KeycloakModelUtils.setTransactionLimit(factory, 0);
        }
    }

    /** The realm was removed while the import ran. */
    static final class RealmGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RealmGoneException() {
            super("The realm was removed while the import ran");
        }
    }
}
