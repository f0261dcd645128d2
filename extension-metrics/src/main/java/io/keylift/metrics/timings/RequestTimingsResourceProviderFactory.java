// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.RecentWork;
import java.util.Optional;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Adds the timings to the Admin REST API of each realm. */
public final class RequestTimingsResourceProviderFactory implements AdminRealmResourceProviderFactory {

    /** Each call looks at every request in flight, and can stop all threads for a moment. */
    private static final int IN_FLIGHT_PER_SECOND = 2;

    private static final int IN_FLIGHT_AT_ONCE = 4;

    private final RateLimit inFlightLimit = new RateLimit(IN_FLIGHT_PER_SECOND, IN_FLIGHT_AT_ONCE, System::nanoTime);
    private HistoryAccess historyAccess;
    private Optional<RecentWork> work = Optional.empty();

    @Override
    public String getId() {
        return TimingsSettings.ID;
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        work = RequestTimingsFactory.work(factory);
        historyAccess = RequestTimingsFactory.historyAccess(factory);
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        return new ResourceProvider(work, inFlightLimit, historyAccess);
    }

    @Override
    public void close() {}

    private record ResourceProvider(Optional<RecentWork> work, RateLimit inFlightLimit, HistoryAccess historyAccess)
            implements AdminRealmResourceProvider {

        @Override
        public Object getResource(
                KeycloakSession session,
                RealmModel realm,
                AdminPermissionEvaluator permissions,
                AdminEventBuilder adminEvent) {
            return new RequestTimingsResource(session, realm, permissions, work, inFlightLimit, historyAccess);
        }

        @Override
        public void close() {}
    }
}
