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
 * Has the cache read what roles and users hold, in transactions of its own. Nobody depends on it: whatever fails is
 * read by whoever needs it.
 */
final class BackgroundReader {

    private static final Logger LOG = Logger.getLogger(BackgroundReader.class);
    private static final String EXECUTOR = "keylift-capabilities";

    private final CapabilityCache cache;

    /** Those who are being read, so that a hundred requests at one moment do not read the same hundred times. */
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
