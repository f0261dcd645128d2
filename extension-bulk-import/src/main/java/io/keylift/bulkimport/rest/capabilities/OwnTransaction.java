// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest.capabilities;

import io.keylift.bulkimport.engine.Failure;
import io.keylift.bulkimport.rows.Rows;
import jakarta.ws.rs.core.Response.Status;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Changes something in a new session and transaction, again if others were in the way, so that no caller ever sees a deadlock. The
 * connection of the request's session is given back first: requests that each hold one and want another could wait for ever.
 */
final class OwnTransaction {

    private static final Logger LOG = Logger.getLogger(OwnTransaction.class);

    private static final int MAX_TRIES = 10;
    private static final int BACKOFF_MILLIS = 10;

    private OwnTransaction() {}

    /** @param work is given a call of the new session; what it asks of permissions was decided before */
    static <T> T run(Call call, Function<Call, T> work) {
        KeycloakSessionFactory factory = call.session().getKeycloakSessionFactory();
        String realmId = call.realm().getId();
        call.session().getTransactionManager().commit();
        for (int tries = 1; ; tries++) {
            try {
                return KeycloakModelUtils.runJobInTransactionWithResult(factory, own -> {
                    RealmModel realm = own.realms().getRealm(realmId);
                    if (realm == null) {
                        throw new Fault("unknown_realm", "", "The realm is being removed").as(Status.NOT_FOUND);
                    }
                    own.getContext().setRealm(realm);
                    new Rows(own.getProvider(JpaConnectionProvider.class).getEntityManager()).planAnew();
                    return work.apply(new Call(
                            own, realm, call.permissions(), call.adminEvent().clone(own)));
                });
            } catch (RuntimeException e) {
                boolean again = Failure.of(e) == Failure.CONTENTION || Failure.isDuplicate(e);
                if (!again || tries == MAX_TRIES) {
                    throw e;
                }
                LOG.debugf(e, "A change met another, try %d", tries);
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
