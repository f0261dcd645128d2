// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.ReadContext;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A context with the session of another one. A subclass overrides methods.
 *
 * @param <C> class of the other context
 */
public abstract class DelegatingContext<C extends ReadContext> implements ReadContext {

    protected final C context;

    protected DelegatingContext(C context) {
        this.context = context;
    }

    @Override
    public KeycloakSession session() {
        return context.session();
    }

    @Override
    public RealmModel realm() {
        return context.realm();
    }

    @Override
    public EntityManager entityManager() {
        return context.entityManager();
    }

    @Override
    public AdminPermissionEvaluator permissions() {
        return context.permissions();
    }

    @Override
    public boolean seesAll() {
        return context.seesAll();
    }

    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return context.decisions(type, initial);
    }
}
