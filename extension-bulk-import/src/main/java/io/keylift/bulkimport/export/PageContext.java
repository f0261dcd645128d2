// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.caller.Callers;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.kind.spi.ExportContext;
import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.function.Supplier;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.AdminPermissions;

/** The session of one page, as its kind sees it. */
final class PageContext implements ExportContext {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final Map<Class<?>, Object> decisions;
    private long hidden;

    PageContext(KeycloakSession session, RealmModel realm, Caller caller, Map<Class<?>, Object> decisions) {
        this.session = session;
        this.realm = realm;
        this.permissions = AdminPermissions.evaluator(session, realm, Callers.in(session, caller));
        this.decisions = decisions;
    }

    @Override
    public KeycloakSession session() {
        return session;
    }

    @Override
    public RealmModel realm() {
        return realm;
    }

    @Override
    public EntityManager entityManager() {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }

    @Override
    public AdminPermissionEvaluator permissions() {
        return permissions;
    }

    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return type.cast(decisions.computeIfAbsent(type, any -> initial.get()));
    }

    @Override
    public void hidden(String id, String field) {
        hidden++;
    }

    long hiddenValues() {
        return hidden;
    }
}
