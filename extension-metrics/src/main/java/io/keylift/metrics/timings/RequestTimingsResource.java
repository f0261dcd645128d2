// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.RequestTracker;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import org.jboss.resteasy.reactive.NoCache;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The timings of a realm; in the master realm, those of all realms. */
public class RequestTimingsResource {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final Optional<RecentRequests> requests;
    private final RateLimit inFlightLimit;

    RequestTimingsResource(
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            Optional<RecentRequests> requests,
            RateLimit inFlightLimit) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.requests = requests;
        this.inFlightLimit = inFlightLimit;
    }

    /**
     * Returns the durations of the requests of the last minutes by endpoint. Query parameters: {@code sort}, {@code
     * first}, {@code max}, and in the master realm {@code realm}, the name of the only realm to return.
     */
    @GET
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public TimingsRepresentation get(@Context UriInfo uri) {
        permissions.realm().requireViewRealm();
        String asked = uri.getQueryParameters().getFirst(TimingsQuery.REALM);
        try {
            TimingsQuery.requireKnown(uri.getQueryParameters().keySet(), true);
            TimingsQuery query = TimingsQuery.of(uri.getQueryParameters()::getFirst);
            return TimingsRepresentation.of(requests.orElseThrow(NotFoundException::new), realm(asked), query);
        } catch (BadQueryException e) {
            throw ErrorResponse.error(e.getMessage(), Response.Status.BAD_REQUEST);
        }
    }

    /**
     * Returns the requests in flight. Query parameters: {@code max}, and in the master realm {@code realm}, the name of
     * the only realm to return, and {@code frames}, the number of frames of each thread.
     */
    @GET
    @Path("in-flight")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response inFlight(@Context UriInfo uri) {
        permissions.realm().requireViewRealm();
        try {
            RequestTracker tracker =
                    requests.flatMap(found -> RequestTracker.instance()).orElseThrow(NotFoundException::new);
            MultivaluedMap<String, String> parameters = uri.getQueryParameters();
            String only = realm(parameters.getFirst(TimingsQuery.REALM));
            boolean isMaster = realm.getName().equals(Config.getAdminRealm());
            return new InFlightResource(session, tracker, inFlightLimit).get(only, isMaster, parameters);
        } catch (BadQueryException e) {
            throw ErrorResponse.error(e.getMessage(), Response.Status.BAD_REQUEST);
        }
    }

    private String realm(String asked) {
        if (realm.getName().equals(Config.getAdminRealm())) {
            if (asked != null && session.realms().getRealmByName(asked) == null) {
                throw new BadQueryException("The server has no realm with the name in `realm`");
            }
            return asked;
        }
        if (asked != null && !asked.equals(realm.getName())) {
            throw new BadQueryException(
                    "Query parameter `realm` can name another realm only in realm " + Config.getAdminRealm());
        }
        return realm.getName();
    }
}
