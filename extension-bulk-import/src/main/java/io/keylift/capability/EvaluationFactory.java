// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability;

import io.keylift.capability.assignment.AbandonedRoles;
import io.keylift.capability.assignment.AbandonedUsers;
import io.keylift.capability.assignment.RemovedHolders;
import io.keylift.capability.evaluation.CapabilityCache;
import io.keylift.capability.evaluation.Evaluation;
import io.keylift.hook.Guard;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ProviderFactory;

/** Holds this node's cache of capabilities, and removes the data of roles, users and realms that are removed. */
public final class EvaluationFactory implements ProviderFactory<Evaluation> {

    private static final String MAX_CATALOG_ENTRIES = "max-catalog-entries";
    private static final long DEFAULT_MAX_CATALOG_ENTRIES = 500_000;

    private final ProviderEventListener listener = this::onEvent;
    private final Guard start = new Guard("removal of capabilities whose holders are gone");
    private final Guard removals = new Guard("removal of the capabilities of a removed role, user or realm");
    private CapabilityCache cache;
    private KeycloakSessionFactory sessionFactory;

    @Override
    public String getId() {
        return "keylift";
    }

    @Override
    public void init(Config.Scope config) {
        long maxCatalogEntries = config.getLong(MAX_CATALOG_ENTRIES, DEFAULT_MAX_CATALOG_ENTRIES);
        if (maxCatalogEntries < 1) {
            throw new IllegalArgumentException(MAX_CATALOG_ENTRIES + " must be a whole number of at least 1");
        }
        cache = new CapabilityCache(maxCatalogEntries);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        factory.register(listener);
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent started) {
            start.run(() -> AbandonedRoles.remove(started.getFactory()));
            start.run(() -> AbandonedUsers.schedule(started.getFactory()));
        } else {
            removals.run(() -> RemovedHolders.onEvent(event));
        }
    }

    @Override
    public Evaluation create(KeycloakSession session) {
        return new Evaluation(session, cache);
    }

    @Override
    public void close() {
        if (sessionFactory != null) {
            sessionFactory.unregister(listener);
        }
    }
}
