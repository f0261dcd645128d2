// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.AuthenticationStep;
import io.keylift.metrics.request.ConnectionWait;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Adds the figures of a request to the server's span. Does nothing if the request is not traced. */
class OpenTelemetryObserver implements RequestObserver {

    /** Attribute name of Keycloak's own spans. */
    private static final AttributeKey<String> REALM = AttributeKey.stringKey("kc.realmName");

    /** Attribute name of Keycloak's own spans. */
    private static final AttributeKey<String> CLIENT = AttributeKey.stringKey("kc.clientId");

    private static final AttributeKey<String> PATH_REALM = AttributeKey.stringKey("keycloak.request.path_realm");

    /** Name from OpenTelemetry's semantic conventions. Its value is a template and never a constant. */
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");

    private static final AttributeKey<String> ENDPOINT = AttributeKey.stringKey("keycloak.request.endpoint");
    private static final AttributeKey<String> GRANT_TYPE = AttributeKey.stringKey("keycloak.request.grant_type");
    private static final AttributeKey<Long> ALLOCATED = AttributeKey.longKey("keycloak.request.allocated");
    private static final AttributeKey<Long> STATEMENTS = AttributeKey.longKey("keycloak.request.sql.statements");
    private static final AttributeKey<Long> CONNECTIONS = AttributeKey.longKey("keycloak.request.connections");
    /** Some tracing backends, such as Jaeger, find texts and compare no numbers. */
    private static final AttributeKey<String> LONGEST = AttributeKey.stringKey("keycloak.request.phase.longest");

    private static final AttributeKey<Double> WAITED = AttributeKey.doubleKey("keycloak.request.pool_wait.seconds");
    /** Class of the monitor or lock that the request waited for longest. */
    private static final AttributeKey<String> LOCK = AttributeKey.stringKey("keycloak.request.lock");

    /** Frames of the lock's holder, the innermost first. */
    private static final AttributeKey<List<String>> HOLDER =
            AttributeKey.stringArrayKey("keycloak.request.lock.holder");

    private static final AttributeKey<String> AUTHENTICATOR =
            AttributeKey.stringKey("keycloak.authentication.authenticator");
    private static final AttributeKey<Double> STEP = AttributeKey.doubleKey("keycloak.authentication.step.seconds");

    private static final String STEP_EVENT = "keycloak.authentication.step";
    private static final String WAIT_EVENT = "keycloak.request.pool_wait";

    /** Attribute keys of the phases, in seconds, like the meters. */
    private static final List<AttributeKey<Double>> PHASES = Arrays.stream(Phase.values())
            .map(phase -> AttributeKey.doubleKey("keycloak.request.phase." + phase.label()))
            .toList();

    private final long waitThresholdNanos;

    OpenTelemetryObserver(long waitThresholdMillis) {
        waitThresholdNanos = TimeUnit.MILLISECONDS.toNanos(waitThresholdMillis);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        Span span = Span.current();
        if (span.isRecording()) {
            addAttributes(span, request);
            addEvents(span, request);
        }
    }

    static void addAttributes(Span span, RequestBreakdown request) {
        span.setAttribute(ENDPOINT, request.uri());
        if (request.uri().startsWith("/")) {
            span.setAttribute(ROUTE, request.uri());
        }
        span.setAttribute(STATEMENTS, request.statements());
        span.setAttribute(ALLOCATED, request.allocated());
        span.setAttribute(CONNECTIONS, (long) request.connectionWaits().size());
        if (request.realm() != null) {
            span.setAttribute(REALM, request.realm());
        }
        if (request.client() != null) {
            span.setAttribute(CLIENT, request.client());
        }
        if (request.otherRealm() != null) {
            span.setAttribute(PATH_REALM, request.otherRealm());
        }
        if (request.grantType() != null) {
            span.setAttribute(GRANT_TYPE, request.grantType());
        }
        if (request.lock() != null) {
            span.setAttribute(LOCK, request.lock().lock());
            span.setAttribute(HOLDER, request.lock().holder());
        }
        span.setAttribute(LONGEST, request.phases().longest().label());
        for (Phase phase : Phase.values()) {
            span.setAttribute(
                    PHASES.get(phase.ordinal()), seconds(request.phases().nanos(phase)));
        }
    }

    final void addEvents(Span span, RequestBreakdown request) {
        for (ConnectionWait wait : request.connectionWaits()) {
            if (wait.nanos() >= waitThresholdNanos) {
                span.addEvent(
                        WAIT_EVENT,
                        Attributes.of(WAITED, seconds(wait.nanos())),
                        request.start().plusNanos(wait.endedAfterNanos()));
            }
        }
        for (AuthenticationStep step : request.steps()) {
            span.addEvent(
                    STEP_EVENT,
                    Attributes.of(AUTHENTICATOR, step.authenticator(), STEP, seconds(step.nanos())),
                    request.start().plusNanos(step.endedAfterNanos()));
        }
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
