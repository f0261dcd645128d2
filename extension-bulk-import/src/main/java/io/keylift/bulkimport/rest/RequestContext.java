// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.kind.spi.ReadContext;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The session of a request, as a kind sees it. */
record RequestContext(KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions)
        implements ReadContext {

    @Override
    public EntityManager entityManager() {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }

    /** A request asks once. */
    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return initial.get();
    }
}
