// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.Map;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserSessionProvider;
import org.keycloak.models.sessions.infinispan.PersistentUserSessionProvider;

/**
 * Ends the sessions of removed clients. As in Keycloak, the sessions of their users stay, and so do cached sessions of
 * a client that does not exist.
 */
public final class RemovedClientSessions {

    private RemovedClientSessions() {}

    /** @param clients by id */
    public static void remove(ImportContext context, Queries rows, Map<String, ? extends ClientModel> clients) {
        RealmModel realm = context.realm();
        UserSessionProvider sessions = context.session().sessions();
        if (sessions instanceof PersistentUserSessionProvider) {
            rows.execute("delete from PersistentClientSessionEntity s where s.clientId in (:values)", clients.keySet());
        } else {
            clients.values().forEach(client -> sessions.onClientRemoved(realm, client));
        }
    }
}
