// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.request.QueryParameters;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.core.UriInfo;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Keycloak's objects for one request. */
record Call(
        KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions, AdminEventBuilder adminEvent) {

    /** The query parameters of the request. Any other parameter is an error. */
    static QueryParameters query(UriInfo uri, String... names) {
        return QueryParameters.of(uri, message -> new ApiError("invalid", "", message).badRequest(), names);
    }

    /** Whether the caller may manage the client with this internal id. */
    boolean mayManageClient(String id) {
        ClientModel client = session.clients().getClientById(realm, id);
        return client != null && permissions.clients().canManage(client);
    }

    EntityManager entityManager() {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }
}
