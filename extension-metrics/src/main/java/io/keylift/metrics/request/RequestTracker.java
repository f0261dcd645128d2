// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.keylift.metrics.FailSafe;
import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import io.vertx.core.Context;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.utils.KeycloakSessionUtil;

/** Finds the request of the current thread and delivers measurements to the observers. */
@Singleton
@Unremovable
public class RequestTracker {

    /** Key under which Quarkus stores the path template of the endpoint, if it was built with metrics or traces. */
    private static final String TEMPLATE = "UrlPathTemplate";

    private final FailSafe failSafe = new FailSafe("ends of requests");
    private final ObserverDispatch observers = new ObserverDispatch();
    private final BackgroundWork background = new BackgroundWork(observers);
    private final RequestLoad load = new RequestLoad();
    private final OpenRequests open = new OpenRequests();
    private final Progress progress = new Progress(open, observers, System::nanoTime);
    private final Statements statements = new Statements();
    private final ThreadTimes times = new JvmTimes();
    private final ThreadSampler sampler = new ThreadSampler(open, times);
    private volatile ExtensionPaths extensions = new ExtensionPaths(Set.of());
    private volatile GrantTypes grantTypes = new GrantTypes(Set.of());

    /** The tracker of this server, or empty outside a server, as in a command that exports realms. */
    public static Optional<RequestTracker> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(RequestTracker.class).get());
    }

    /** Starts with the observers of this factory. */
    public void start(KeycloakSessionFactory factory) {
        extensions = ExtensionPaths.of(factory);
        grantTypes = GrantTypes.of(factory);
        observers.start(factory, () -> progress.reportUnread(grantTypes));
        sampler.start();
    }

    /** Closes the observers. */
    public void stop() {
        sampler.stop();
        observers.stop();
    }

    /** Delivers all finished requests to batched observers, for code that is about to read their figures. */
    public void catchUp() {
        observers.catchUp();
    }

    /** Reports the time of requests in flight, for code that is about to read the meters. */
    public void reportProgress() {
        progress.report(grantTypes);
    }

    /** Number of current requests. */
    public RequestLoad load() {
        return load;
    }

    /** The requests in flight, the oldest first. Requires no lock of a request for longer than a moment. */
    public List<InFlightRequest> inFlight() {
        long now = System.nanoTime();
        List<InFlightRequest> all = new ArrayList<>();
        open.forEach(request -> all.add(request.inFlight(now)));
        all.sort(Comparator.comparingLong(InFlightRequest::nanos).reversed());
        return all;
    }

    /** Number of requests in flight by the phase that they are in. */
    public Map<Phase, Integer> inFlightByPhase() {
        Map<Phase, Integer> counts = new EnumMap<>(Phase.class);
        open.forEach(request -> counts.merge(request.present(), 1, Integer::sum));
        return counts;
    }

    /**
     * Frames of threads, the innermost first. Stops all threads of the server for a moment.
     *
     * @param threads ids of the threads
     * @param most maximum number of frames of a thread
     */
    public Map<Long, List<String>> frames(Collection<Long> threads, int most) {
        return new LockInspector().frames(threads, most);
    }

    boolean isOff() {
        return observers.isEmpty();
    }

    /** Whether the current request is one of an OpenID Connect or SAML endpoint. */
    public boolean isAtProtocolEndpoint() {
        RequestWork request = request();
        return request != null && request.isAtProtocolEndpoint();
    }

    /** Reports a step of an authentication flow of the current request. */
    public void stepEnded(String authenticator, long nanos) {
        RequestWork request = request();
        if (request != null) {
            request.stepEnded(authenticator, nanos);
        }
    }

    /** Path template of the current request, if the server has found it. */
    public Optional<String> route() {
        RequestWork request = request();
        return request == null ? Optional.empty() : request.endpoint().template();
    }

    /** The work of the current thread: a request or the background. */
    public MeasuredWork current() {
        RequestWork request = request();
        return request == null || request.hasEnded() ? background : request;
    }

    /** Marks the current request as taken by a worker thread. Further calls have no effect. */
    public void takeUp() {
        RequestWork request = request();
        if (request != null && !Context.isOnEventLoopThread() && request.takenUp()) {
            whenDone(request);
        }
    }

    /** The worker thread is done with the request when Keycloak closes its session. */
    private void whenDone(RequestWork request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null) {
            done(request);
        } else {
            session.enlistForClose(() -> failSafe.attempt(() -> done(request)));
        }
    }

    void done(RequestWork request) {
        request.done();
    }

    /** Called before the realm of the current request is removed: the request no longer counts for the realm. */
    public void disown() {
        RequestWork request = request();
        if (request != null) {
            request.disown();
        }
    }

    /**
     * Called before a client is removed: the request that removes it counts for no client. Keycloak would report the
     * removed client as the client of that request.
     */
    public void disownClient() {
        RequestWork request = request();
        if (request != null) {
            request.disownClient();
        }
    }

    /**
     * Reports a password hash.
     *
     * @param algorithm id of Keycloak's provider
     */
    public void passwordHashed(String algorithm, long nanos) {
        observers.all(observer -> observer.passwordHashed(algorithm, nanos));
    }

    /** Announces the totals of one operation on one cache. */
    public void cacheOperationTimed(String cache, String operation, LongSupplier count, LongSupplier nanos) {
        observers.all(observer -> observer.cacheOperationTimed(cache, operation, count, nanos));
    }

    /** Returns the template of a path, with the id of the server's extension. */
    private String named(String template, String path) {
        return extensions.named(template, path);
    }

    GrantTypes grantTypes() {
        return grantTypes;
    }

    /** Returns the request of the current context, or {@code null}. */
    RequestWork request() {
        return CurrentRequest.get();
    }

    RequestWork begin(Context context, String path, String method) {
        RequestEndpoint endpoint = new RequestEndpoint(() -> template(context), path, method, this::named);
        RequestWork work = new RequestWork(background, load, open, endpoint, statements, times);
        CurrentRequest.set(context, work);
        open.add(work);
        return work;
    }

    private static String template(Context context) {
        return context.getLocal(TEMPLATE) instanceof String known ? known : null;
    }

    boolean seesAnswersBegin() {
        return observers.seeAnswersBegin();
    }

    void answerBegins(RequestBreakdown soFar) {
        observers.answerBegins(soFar);
    }

    void ended(RequestBreakdown request) {
        observers.requestEnded(request);
    }
}
