// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

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

    private Optional<RecentRequests> requests = Optional.empty();

    @Override
    public String getId() {
        return TimingsSettings.ID;
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        requests = RequestTimingsFactory.requests(factory);
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        return new ResourceProvider(requests);
    }

    @Override
    public void close() {}

    private record ResourceProvider(Optional<RecentRequests> requests) implements AdminRealmResourceProvider {

        @Override
        public Object getResource(
                KeycloakSession session,
                RealmModel realm,
                AdminPermissionEvaluator permissions,
                AdminEventBuilder adminEvent) {
            return new RequestTimingsResource(session, realm, permissions, requests);
        }

        @Override
        public void close() {}
    }
}
