// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.assignment.Assignments;
import io.keylift.capability.assignment.Holder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.executors.ExecutorsProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Makes the cache read assignments in the background, in transactions of its own. If that fails, the next request that
 * needs the assignments reads them.
 */
final class BackgroundReader {

    private static final Logger LOG = Logger.getLogger(BackgroundReader.class);
    private static final String EXECUTOR = "keylift-capabilities";

    private final CapabilityCache cache;

    /** Holders being read, so that concurrent requests do not read the same holders again. */
    private final Set<Holder> underWay = ConcurrentHashMap.newKeySet();

    BackgroundReader(CapabilityCache cache) {
        this.cache = cache;
    }

    void read(Set<Holder> holders, KeycloakSession session) {
        Set<Holder> mine = holders.stream().filter(underWay::add).collect(Collectors.toSet());
        if (mine.isEmpty()) {
            return;
        }
        KeycloakSessionFactory factory = session.getKeycloakSessionFactory();
        try {
            session.getProvider(ExecutorsProvider.class).getExecutor(EXECUTOR).execute(() -> read(mine, factory));
        } catch (RejectedExecutionException e) {
            underWay.removeAll(mine);
        }
    }

    private void read(Set<Holder> holders, KeycloakSessionFactory factory) {
        try {
            KeycloakModelUtils.runJobInTransaction(factory, session -> {
                Assignments assignments = new Assignments(
                        session.getProvider(JpaConnectionProvider.class).getEntityManager());
                cache.read(assignments.revisions(holders), assignments);
            });
        } catch (RuntimeException e) {
            LOG.debugf(e, "Failed to load the capabilities of %d roles and users in the background", holders.size());
        } finally {
            underWay.removeAll(holders);
        }
    }
}
