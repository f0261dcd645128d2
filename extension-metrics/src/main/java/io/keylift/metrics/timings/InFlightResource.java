// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.InFlightRequest;
import io.keylift.metrics.request.RequestTracker;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.keycloak.models.KeycloakSession;

/** The requests in flight, for administrators. */
final class InFlightResource {

    /** Threads whose frames are shown: reading them stops all threads of the server. */
    private static final int MOST_THREADS = 50;

    private final KeycloakSession session;
    private final RequestTracker tracker;
    private final RateLimit limit;

    InFlightResource(KeycloakSession session, RequestTracker tracker, RateLimit limit) {
        this.session = session;
        this.tracker = tracker;
        this.limit = limit;
    }

    /**
     * Returns the requests of one realm, or of all.
     *
     * @param realm name of the realm, or {@code null} for all requests
     * @param isMaster whether the caller is an administrator of all realms
     */
    Response get(String realm, boolean isMaster, MultivaluedMap<String, String> parameters) {
        InFlightQuery query = isMaster
                ? InFlightQuery.of(parameters.keySet(), parameters::getFirst, InFlightQuery.FRAMES, TimingsQuery.REALM)
                : InFlightQuery.of(parameters.keySet(), parameters::getFirst, TimingsQuery.REALM);
        if (!limit.isWithin()) {
            throw new RefusedException(
                    RefusedException.TOO_MANY_REQUESTS,
                    "Too many requests for the requests in flight; try again in a second");
        }
        Predicate<InFlightRequest> isWanted = request -> realm == null || realm.equals(request.realm());
        List<InFlightRequest> requests =
                tracker.inFlight().stream().filter(isWanted).toList();
        Realms realms = new Realms(session, realm);
        Map<Long, List<String>> frames = query.frames() == 0 ? Map.of() : frames(requests, query);
        return Response.ok(InFlightRepresentation.of(
                        realm,
                        requests,
                        query.max(),
                        request -> isMaster
                                ? RequestRepresentation.of(
                                        request,
                                        realms.named(request.realm()),
                                        request.client(),
                                        query.frames() == 0 || request.lock() == null
                                                ? null
                                                : request.lock().holder(),
                                        frames.get(request.thread()))
                                : RequestRepresentation.of(request, null, request.client(), null, null)))
                .build();
    }

    private Map<Long, List<String>> frames(List<InFlightRequest> requests, InFlightQuery query) {
        return tracker.frames(
                requests.stream()
                        .limit(query.max())
                        .map(InFlightRequest::thread)
                        .filter(thread -> thread > 0)
                        .limit(MOST_THREADS)
                        .toList(),
                query.frames());
    }

    /** Names of realms that exist: clients can make up others. */
    private static final class Realms {

        private final KeycloakSession session;
        private final Map<String, Boolean> known = new HashMap<>();

        Realms(KeycloakSession session, String known) {
            this.session = session;
            this.known.put(known, known != null);
        }

        String named(String realm) {
            boolean exists =
                    known.computeIfAbsent(realm, name -> session.realms().getRealmByName(name) != null);
            return exists ? realm : null;
        }
    }
}
