// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.caller.CallerGoneException;
import io.keylift.bulkimport.caller.RealmAdmins;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.ForbiddenException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * The only place where an export opens sessions. Each page has a new one, with a transaction that only reads, and with
 * the permissions that the caller has at that time.
 */
final class ExportSessions {

    private final KeycloakSessionFactory factory;
    private final ExportRequest request;
    private final Map<Class<?>, Object> decisions = new ConcurrentHashMap<>();

    ExportSessions(KeycloakSessionFactory factory, ExportRequest request) {
        this.factory = factory;
        this.request = request;
    }

    void read(Consumer<PageContext> work) {
        KeycloakModelUtils.runJobInTransaction(factory, session -> readIn(session, work));
    }

    private void readIn(KeycloakSession session, Consumer<PageContext> work) {
        EntityManager em = session.getProvider(JpaConnectionProvider.class).getEntityManager();
        new Queries(em).beginSnapshot();
        RealmModel realm = session.realms().getRealm(request.realmId());
        if (realm == null) {
            throw new CallerGoneException("The realm was removed during the export");
        }
        session.getContext().setRealm(realm);
        PageContext context = new PageContext(session, realm, request.caller(), decisions);
        try {
            request.kind().source().requirePermission(context.permissions(), realm);
        } catch (ForbiddenException e) {
            throw new CallerGoneException("The caller no longer has permission to export");
        }
        if (request.selection().secrets() && !RealmAdmins.isUnrestricted(context.permissions())) {
            throw new CallerGoneException("The caller no longer has all roles of `realm-admin`");
        }
        work.accept(context);
    }
}
