// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The comment in a statement about the request that sends it, in the format of sqlcommenter: the logs and views of the
 * database show it. Values are URL-encoded, so that no comment ends early.
 */
public enum StatementComments {
    NONE,

    /** The path template. */
    ROUTE,

    /**
     * The path template and the trace of a sampled request. Each such request has statements of its own, so that the
     * database parses and plans them anew.
     */
    ROUTE_AND_TRACE;

    /** Value of the option. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All values of the option. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(StatementComments::label).toList();
    }

    /** The constant of a value of the option; empty if there is none. */
    public static Optional<StatementComments> of(String label) {
        return Arrays.stream(values())
                .filter(comments -> comments.label().equals(label))
                .findFirst();
    }

    /**
     * Returns the statement of the current request with its comment.
     *
     * @param route path template of the request, if it is known
     */
    public String addTo(String sql, Optional<String> route) {
        if (this == NONE) {
            return sql;
        }
        SpanContext trace = Span.current().getSpanContext();
        boolean isTraced = this == ROUTE_AND_TRACE && trace.isSampled();
        if (route.isEmpty() && !isTraced) {
            return sql;
        }
        StringBuilder comment = new StringBuilder(sql).append(" /*");
        route.ifPresent(template -> comment.append("route='")
                .append(URLEncoder.encode(template, StandardCharsets.UTF_8))
                .append('\''));
        if (isTraced) {
            comment.append(route.isPresent() ? "," : "")
                    .append("traceparent='00-")
                    .append(trace.getTraceId())
                    .append('-')
                    .append(trace.getSpanId())
                    .append("-01'");
        }
        return comment.append("*/").toString();
    }
}
