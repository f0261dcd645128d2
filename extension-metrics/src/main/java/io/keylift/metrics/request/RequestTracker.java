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

/** Knows the request that the current thread works for, and hands what has been measured to the observers. */
@Singleton
@Unremovable
public class RequestTracker {

    private final ObserverDispatch observers = new ObserverDispatch();
    private final BackgroundWork background = new BackgroundWork(observers);
    private final RequestLoad load = new RequestLoad();
    private volatile ExtensionPaths extensions = new ExtensionPaths(Set.of());

    /** That of this server, or nothing where there is no server, as in a command that exports realms. */
    public static Optional<RequestTracker> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(RequestTracker.class).get());
    }

    /** Begins with the observers of this factory. */
    public void start(KeycloakSessionFactory factory) {
        extensions = ExtensionPaths.of(factory);
        observers.start(factory);
    }

    /** Lets go of the observers. */
    public void stop() {
        observers.stop();
    }

    /** Delivers all finished requests to batched observers, for code that is about to read their figures. */
    public void catchUp() {
        observers.catchUp();
    }

    /** How many requests there are now. */
    public RequestLoad load() {
        return load;
    }

    boolean isOff() {
        return observers.isEmpty();
    }

    /** Whether the current thread works for a request of a client or a browser that signs a user in. */
    public boolean isAtProtocolEndpoint() {
        RequestWork request = request();
        return request != null && request.isAtProtocolEndpoint();
    }

    /** What the current thread works for. */
    public Work current() {
        RequestWork request = request();
        return request == null || request.hasEnded() ? background : request;
    }

    /** The current thread, one that may block, works for a request from now on, if not already. */
    public void takeUp() {
        RequestWork request = request();
        if (request != null && !Context.isOnEventLoopThread() && request.takenUp()) {
            whenDone(request);
        }
    }

    /** The thread is done with the request when it closes its session. */
    private static void whenDone(RequestWork request) {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null) {
            request.done();
        } else {
            session.enlistForClose(request::done);
        }
    }

    /** The realm of the current request is about to go: the request no longer counts as its own. */
    public void disown() {
        RequestWork request = request();
        if (request != null) {
            request.disown();
        }
    }

    /**
     * A client is about to go: the request that removes it counts as no client's. Keycloak takes it for one of the
     * client that it is about.
     */
    public void disownClient() {
        RequestWork request = request();
        if (request != null) {
            request.disownClient();
        }
    }

    /** A password was hashed with the provider of this id. */
    public void passwordHashed(String algorithm, long nanos) {
        observers.all(observer -> observer.passwordHashed(algorithm, nanos));
    }

    /** The operations of this sort on this cache are counted. */
    public void cacheOperationTimed(String cache, String operation, LongSupplier count, LongSupplier nanos) {
        observers.all(observer -> observer.cacheOperationTimed(cache, operation, count, nanos));
    }

    /** The template of a path, with the id of the extension of the server that serves it. */
    String named(String template, String path) {
        return extensions.named(template, path);
    }

    /** The request of the current context, or {@code null}. */
    RequestWork request() {
        return CurrentRequest.get();
    }

    RequestWork begin(Context context, String path) {
        RequestWork work = new RequestWork(background, load, Endpoint.isOfProtocol(path));
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
