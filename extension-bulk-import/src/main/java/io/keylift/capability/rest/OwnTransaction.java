// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.bulkimport.rows.Isolation;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.TransactionFailure;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.core.Response.Status;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Makes a change in a new session and transaction, and retries it on contention, so that no caller gets a deadlock
 * error. The connection of the request's session is released first: requests that each hold one connection and wait for
 * another could deadlock.
 */
final class OwnTransaction {

    private static final Logger LOG = Logger.getLogger(OwnTransaction.class);

    private static final int MAX_TRIES = 10;
    private static final int BACKOFF_MILLIS = 10;

    /**
     * Duplicate-key errors until the change fails. A retry usually finds the row that another transaction has inserted.
     */
    private static final int MAX_DUPLICATES = 3;

    private static final String SAME_NAME =
            "The collation of the database treats two of the names as equal, such as names that differ only in case"
                    + " or accents";

    private OwnTransaction() {}

    /** @param work receives a call with the new session and with the permissions of the original request */
    static <T> T run(Call call, Function<Call, T> work) {
        KeycloakSessionFactory factory = call.session().getKeycloakSessionFactory();
        String realmId = call.realm().getId();
        call.session().getTransactionManager().commit();
        int duplicates = 0;
        for (int tries = 1; ; tries++) {
            try {
                return KeycloakModelUtils.runJobInTransactionWithResult(factory, own -> {
                    EntityManager em =
                            own.getProvider(JpaConnectionProvider.class).getEntityManager();
                    Isolation.readCommitted(em);
                    RealmModel realm = own.realms().getRealm(realmId);
                    if (realm == null) {
                        throw new ApiError("unknown_realm", "", "The realm is being removed").as(Status.NOT_FOUND);
                    }
                    own.getContext().setRealm(realm);
                    new Queries(em).expectGrowth();
                    return work.apply(new Call(
                            own, realm, call.permissions(), call.adminEvent().clone(own)));
                });
            } catch (RuntimeException e) {
                boolean isDuplicate = TransactionFailure.isDuplicate(e);
                if (isDuplicate && ++duplicates == MAX_DUPLICATES) {
                    throw new ApiError("conflict", "", SAME_NAME).as(Status.CONFLICT);
                }
                boolean again = isDuplicate || TransactionFailure.of(e) == TransactionFailure.CONTENTION;
                if (!again || tries == MAX_TRIES) {
                    throw e;
                }
                LOG.debugf(e, "A change conflicts with another change, try %d", tries);
                pause(tries);
            }
        }
    }

    private static void pause(int tries) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(BACKOFF_MILLIS << tries));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
