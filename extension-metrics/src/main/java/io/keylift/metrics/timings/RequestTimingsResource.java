// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.TimingsHistory;
import io.keylift.metrics.history.TimingsHistoryFactory;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.request.RequestTracker;
import io.keylift.metrics.timings.ReportText.Changes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.resteasy.reactive.NoCache;
import org.keycloak.Config;
import org.keycloak.OAuthErrorException;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.ErrorResponseException;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The timings of a realm; in the master realm, those of all realms. */
public class RequestTimingsResource {

    private static final String MARKDOWN = "text/markdown";

    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final Optional<RecentWork> work;
    private final RateLimit inFlightLimit;
    private final HistoryAccess historyAccess;

    RequestTimingsResource(
            KeycloakSession session,
            RealmModel realm,
            AdminPermissionEvaluator permissions,
            Optional<RecentWork> work,
            RateLimit inFlightLimit,
            HistoryAccess historyAccess) {
        this.session = session;
        this.realm = realm;
        this.permissions = permissions;
        this.work = work;
        this.inFlightLimit = inFlightLimit;
        this.historyAccess = historyAccess;
    }

    /**
     * Returns the durations of the requests of the last minutes by endpoint. Query parameters: {@code sort}, {@code
     * first}, {@code max}, and in the master realm {@code realm}, the name of the only realm to return, {@code nodes}
     * and {@code compare}. With {@code compare}, it compares requests of now with those before.
     */
    @GET
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response get() {
        return answer(query -> {
            if (query.containsKey(ComparisonQuery.COMPARE)) {
                ComparisonQuery wanted = ComparisonQuery.of(query.keySet(), query::getFirst);
                return history(wanted::answer);
            }
            TimingsQuery.requireKnown(query.keySet(), true);
            TimingsQuery wanted = TimingsQuery.of(query::getFirst);
            if (wanted.ofAllNodes()) {
                wanted.requireAllRealms(query.keySet());
                return history(wanted::answer);
            }
            return TimingsRepresentation.of(work(), realm(query.getFirst(TimingsQuery.REALM)), wanted);
        });
    }

    /**
     * Returns the statements of the last minutes by endpoint, of all realms; only in the master realm. Query
     * parameters: {@code sort}, {@code uri}, {@code method}, {@code repeated}, {@code first}, {@code max}.
     */
    @GET
    @Path("statements")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response statements() {
        return answer(query -> {
            requireMaster("Statements are those of all realms, so only realm %s shows them");
            return StatementsRepresentation.of(work(), StatementsQuery.of(query.keySet(), query::getFirst));
        });
    }

    /**
     * Returns the time line of an endpoint, of all realms and nodes; only in the master realm. Query parameters: {@code
     * uri}, {@code method}, {@code grantType}, {@code resolution}.
     */
    @GET
    @Path("time-line")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response timeLine() {
        return answer(query -> {
            TimeLineQuery wanted = TimeLineQuery.of(query.keySet(), query::getFirst);
            return history(wanted::answer);
        });
    }

    /** Returns a report on this node in Markdown, to attach to an issue; only in the master realm. */
    @GET
    @Path("report")
    @NoCache
    @Produces(MARKDOWN)
    public Response report() {
        return answer(query -> {
            requireMaster("The report is that of all realms, so only realm %s shows it");
            QueryParameters.requireKnown(query.keySet(), List.of());
            Optional<TimingsHistory> history = TimingsHistoryFactory.history(session.getKeycloakSessionFactory());
            RequestTracker tracker = RequestTracker.instance().orElseThrow(NotFoundException::new);
            Changes changes = Changes.of(historyAccess, history, found -> found.reader(session));
            return Response.ok(ReportText.of(work(), history, tracker, changes), MARKDOWN)
                    .build();
        });
    }

    /**
     * Returns the latest events of the cluster, as this node saw them; only in the master realm. Query parameter:
     * {@code max}.
     */
    @GET
    @Path("events")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response events() {
        return answer(query -> {
            requireMaster("Events are those of the cluster, so only realm %s shows them");
            ClusterEvents cluster =
                    work.flatMap(found -> ClusterEvents.instance()).orElseThrow(NotFoundException::new);
            return ClusterEventsRepresentation.of(cluster, ClusterEventsQuery.of(query.keySet(), query::getFirst));
        });
    }

    /**
     * Returns the clients or realms whose requests took the most time in the last minutes. Query parameters:
     * {@code by}, {@code max}, and in the master realm {@code realm}, the name of the only realm to return.
     */
    @GET
    @Path("heavy-hitters")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response heavyHitters() {
        return answer(query -> {
            HeavyHittersQuery wanted = HeavyHittersQuery.of(query.keySet(), query::getFirst);
            return HeavyHittersRepresentation.of(work(), realm(query.getFirst(TimingsQuery.REALM)), wanted);
        });
    }

    /**
     * Returns the requests in flight. Query parameters: {@code max}, and in the master realm {@code realm}, the name of
     * the only realm to return, and {@code frames}, the number of frames of each thread.
     */
    @GET
    @Path("in-flight")
    @NoCache
    @Produces(MediaType.APPLICATION_JSON)
    public Response inFlight() {
        return answer(query -> {
            RequestTracker tracker =
                    work.flatMap(found -> RequestTracker.instance()).orElseThrow(NotFoundException::new);
            return new InFlightResource(session, tracker, inFlightLimit)
                    .get(realm(query.getFirst(TimingsQuery.REALM)), isMaster(), query);
        });
    }

    /** The history is that of all realms. */
    private <T> T history(Function<HistoryReader, T> question) {
        requireMaster("The history is that of all realms, so only realm %s shows it");
        return historyAccess.read(
                TimingsHistoryFactory.history(session.getKeycloakSessionFactory()),
                history -> history.reader(session),
                question);
    }

    /** @param reason message with a place for the name of the master realm */
    private void requireMaster(String reason) {
        if (!isMaster()) {
            throw new ErrorResponseException(
                    OAuthErrorException.ACCESS_DENIED,
                    reason.formatted(Config.getAdminRealm()),
                    Response.Status.FORBIDDEN);
        }
    }

    private RecentWork work() {
        return work.orElseThrow(NotFoundException::new);
    }

    private boolean isMaster() {
        return realm.getName().equals(Config.getAdminRealm());
    }

    /** @param body makes the body, or the response, from the query parameters */
    private Response answer(Function<MultivaluedMap<String, String>, Object> body) {
        permissions.realm().requireViewRealm();
        try {
            Object made = body.apply(session.getContext().getUri().getQueryParameters());
            return made instanceof Response response
                    ? response
                    : Response.ok(made).build();
        } catch (BadQueryException e) {
            throw ErrorResponse.error(e.getMessage(), Response.Status.BAD_REQUEST);
        } catch (RefusedException e) {
            return refusal(e);
        }
    }

    private static Response refusal(RefusedException e) {
        if (e.status() == RefusedException.NOT_FOUND) {
            throw new NotFoundException(e.getMessage());
        }
        ErrorRepresentation error = new ErrorRepresentation();
        error.setErrorMessage(e.getMessage());
        Response.ResponseBuilder response = Response.status(e.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(error);
        return e.status() == RefusedException.TOO_MANY_REQUESTS
                ? response.header(HttpHeaders.RETRY_AFTER, RefusedException.RETRY_SECONDS)
                        .build()
                : response.build();
    }

    private String realm(String asked) {
        if (isMaster()) {
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
