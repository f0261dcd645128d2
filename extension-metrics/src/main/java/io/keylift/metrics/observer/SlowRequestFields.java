// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.opentelemetry.api.trace.SpanContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * The figures of a slow request as fields of its log record, for logs as JSON. They have the names and units of the
 * attributes of spans; those of the trace have the names that they have in the records of the server.
 */
final class SlowRequestFields {

    /** Characters that a log as text may show, and that would end its line. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private SlowRequestFields() {}

    /** Runs what logs one record, with these fields in the mapped diagnostic context of the thread. */
    static void around(Map<String, String> fields, Runnable log) {
        fields.forEach(MDC::put);
        try {
            log.run();
        } finally {
            fields.keySet().forEach(MDC::remove);
        }
    }

    /** @param inCluster kinds of events of the cluster in its time; empty if there are none */
    static Map<String, String> of(RequestBreakdown request, String inCluster, SpanContext trace) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("http.request.method", request.method());
        fields.put("keycloak.request.endpoint", request.uri());
        if (!request.aborted()) {
            fields.put("http.response.status_code", Integer.toString(request.status()));
        }
        putName(fields, "kc.realmName", request.realm());
        putName(fields, "kc.clientId", request.client());
        putName(fields, "keycloak.request.path_realm", request.otherRealm());
        putName(fields, "keycloak.request.grant_type", request.grantType());
        fields.put("keycloak.request.duration", seconds(request.nanos()));
        fields.put("keycloak.request.phase.longest", request.phases().longest().label());
        for (Phase phase : Phase.values()) {
            fields.put(
                    "keycloak.request.phase." + phase.label(),
                    seconds(request.phases().nanos(phase)));
        }
        fields.put("keycloak.request.sql.statements", Long.toString(request.statements()));
        fields.put(
                "keycloak.request.connections",
                Integer.toString(request.connectionWaits().size()));
        fields.put("keycloak.request.allocated", Long.toString(request.allocated()));
        if (request.lock() != null) {
            putName(fields, "keycloak.request.lock", request.lock().lock());
            putName(
                    fields,
                    "keycloak.request.lock.holder",
                    String.join(" ", request.lock().holder()));
        }
        if (!inCluster.isEmpty()) {
            fields.put("keycloak.request.cluster", inCluster);
        }
        if (trace.isValid()) {
            fields.put("traceId", trace.getTraceId());
            fields.put("spanId", trace.getSpanId());
            fields.put("sampled", Boolean.toString(trace.isSampled()));
        }
        return fields;
    }

    private static void putName(Map<String, String> fields, String field, String name) {
        if (name != null) {
            fields.put(field, UNPRINTABLE.matcher(name).replaceAll("?"));
        }
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / 1e9);
    }
}
