// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.FailSafe;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/**
 * Removes the meters of realms and clients whose removal this node has not seen: those removed by another node, those
 * renamed, and those that requests in flight registered again. Each node runs it as often as Keycloak's own clean-ups
 * run.
 */
final class RemovedRealmSweep implements ScheduledTask {

    /** Default of Keycloak's option {@code --spi-scheduled--interval}, in seconds. */
    private static final long DEFAULT_INTERVAL = 900;

    private final MicrometerObserver observer;
    private final FailSafe failSafe;

    private RemovedRealmSweep(MicrometerObserver observer, FailSafe failSafe) {
        this.observer = observer;
        this.failSafe = failSafe;
    }

    static void schedule(KeycloakSessionFactory factory, MicrometerObserver observer, FailSafe failSafe) {
        long interval = 1000 * Config.scope("scheduled").getLong("interval", DEFAULT_INTERVAL);
        KeycloakModelUtils.runJobInTransaction(
                factory,
                session -> session.getProvider(TimerProvider.class)
                        .scheduleTask(new RemovedRealmSweep(observer, failSafe), interval));
    }

    @Override
    public String getTaskName() {
        return "KeyliftRemovedRealmSweep";
    }

    @Override
    public void run(KeycloakSession session) {
        failSafe.attempt(() -> removeMeters(session));
    }

    private void removeMeters(KeycloakSession session) {
        for (String realm : observer.realms()) {
            if (session.realms().getRealmByName(realm) == null) {
                observer.realmRemoved(realm);
            }
        }
        observer.clients()
                .forEach((client, realms) -> realms.stream()
                        .filter(realm -> !hasClient(session, realm, client))
                        .forEach(realm -> observer.clientRemoved(realm, client)));
    }

    private static boolean hasClient(KeycloakSession session, String realmName, String client) {
        RealmModel realm = session.realms().getRealmByName(realmName);
        return realm != null && session.clients().getClientByClientId(realm, client) != null;
    }
}
