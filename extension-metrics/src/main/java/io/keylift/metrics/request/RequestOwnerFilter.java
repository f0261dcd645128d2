// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.keylift.metrics.FailSafe;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.KeycloakSessionUtil;

/**
 * Records the realm, the client and the grant type of a request when its response is made; they are unknown before, and
 * gone when the response is sent.
 */
@Provider
public class RequestOwnerFilter implements ContainerResponseFilter {

    private final RequestTracker tracker;
    private final FailSafe failSafe = new FailSafe("realms and clients of requests");

    @Inject
    RequestOwnerFilter(RequestTracker tracker) {
        this.tracker = tracker;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        failSafe.attempt(this::recordOwner);
    }

    private void recordOwner() {
        RequestWork work = tracker.request();
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (work == null || session == null) {
            return;
        }
        if (work.endpoint().isOfTokens()) {
            work.grants(tracker.grantTypes().of(session.getContext().getHttpRequest()));
        }
        work.belongsTo(RequestOwner.of(session));
    }
}
