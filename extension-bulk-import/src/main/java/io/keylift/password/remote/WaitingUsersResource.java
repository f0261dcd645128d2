// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import io.keylift.request.QueryParameters;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The endpoint {@code /admin/realms/{realm}/remote-passwords}. */
public class WaitingUsersResource {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final List<String> remotes;
    private final Semaphore places;

    /** @param places for counts of this node: each reads all passwords of a realm */
    WaitingUsersResource(
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            List<String> remotes,
            Semaphore places) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.remotes = remotes;
        this.places = places;
    }

    /** How many users wait for their first sign-in, by old system. The caller requires the right to view all users. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public WaitingUsers waiting(@Context UriInfo uri) {
        permissions.users().requireView();
        QueryParameters.of(uri, message -> ErrorResponse.error(message, Status.BAD_REQUEST));
        if (!places.tryAcquire()) {
            throw ErrorResponse.error("The node is counting for another caller. Try again.", Status.TOO_MANY_REQUESTS);
        }
        try {
            EntityManager em = session.getProvider(JpaConnectionProvider.class).getEntityManager();
            return WaitingUsers.count(em, realm.getId(), remotes);
        } finally {
            places.release();
        }
    }
}
