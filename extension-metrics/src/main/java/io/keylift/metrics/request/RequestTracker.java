// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import io.vertx.core.Context;
import jakarta.inject.Singleton;
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

    private final ObserverDispatch observers = new ObserverDispatch();
    private final BackgroundWork background = new BackgroundWork(observers);
    private final RequestLoad load = new RequestLoad();
    private volatile ExtensionPaths extensions = new ExtensionPaths(Set.of());

    /** The tracker of this server, or empty outside a server, as in a command that exports realms. */
    public static Optional<RequestTracker> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(RequestTracker.class).get());
    }

    /** Starts with the observers of this factory. */
    public void start(KeycloakSessionFactory factory) {
        extensions = ExtensionPaths.of(factory);
        observers.start(factory);
    }

    /** Closes the observers. */
    public void stop() {
        observers.stop();
    }

    /** Delivers all finished requests to batched observers, for code that is about to read their figures. */
    public void catchUp() {
        observers.catchUp();
    }

    /** Number of current requests. */
    public RequestLoad load() {
        return load;
    }

    boolean isOff() {
        return observers.isEmpty();
    }

    /** Whether the current request is one of an OpenID Connect or SAML endpoint. */
    public boolean isAtProtocolEndpoint() {
        RequestWork request = request();
        return request != null && request.isAtProtocolEndpoint();
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
    private static void whenDone(RequestWork request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null) {
            request.done();
        } else {
            session.enlistForClose(request::done);
        }
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
    String named(String template, String path) {
        return extensions.named(template, path);
    }

    /** Returns the request of the current context, or {@code null}. */
    RequestWork request() {
        return CurrentRequest.get();
    }

    RequestWork begin(Context context, String path) {
        RequestWork work = new RequestWork(background, load, EndpointNaming.isOfProtocol(path));
        CurrentRequest.set(context, work);
        return work;
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
