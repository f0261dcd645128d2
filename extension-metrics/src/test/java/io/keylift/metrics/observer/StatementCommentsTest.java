// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatementCommentsTest {

    private static final String SQL = "select a from t";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final Optional<String> ROUTE = Optional.of("/realms/{realm}");

    @Test
    void withoutTheOptionThereIsNone() {
        assertThat(StatementComments.NONE.addTo(SQL, ROUTE)).isEqualTo(SQL);
    }

    @Test
    void theRouteIsEncoded() {
        assertThat(StatementComments.ROUTE.addTo(SQL, ROUTE)).isEqualTo(SQL + " /*route='%2Frealms%2F%7Brealm%7D'*/");
        assertThat(StatementComments.ROUTE.addTo(SQL, Optional.of("/*' --")))
                .isEqualTo(SQL + " /*route='%2F*%27+--'*/");
    }

    @Test
    void theTraceIsThereIfItIsSampledAndAskedFor() {
        String traceparent = "traceparent='00-" + TRACE + "-" + SPAN + "-01'";

        assertThat(added(StatementComments.ROUTE_AND_TRACE, ROUTE, TraceFlags.getSampled()))
                .isEqualTo(SQL + " /*route='%2Frealms%2F%7Brealm%7D'," + traceparent + "*/");
        assertThat(added(StatementComments.ROUTE_AND_TRACE, Optional.empty(), TraceFlags.getSampled()))
                .isEqualTo(SQL + " /*" + traceparent + "*/");
        assertThat(added(StatementComments.ROUTE, ROUTE, TraceFlags.getSampled()))
                .doesNotContain(TRACE);
        assertThat(added(StatementComments.ROUTE_AND_TRACE, ROUTE, TraceFlags.getDefault()))
                .doesNotContain(TRACE);
    }

    /** Work of the background. */
    @Test
    void withoutARequestThereIsNone() {
        assertThat(StatementComments.ROUTE_AND_TRACE.addTo(SQL, Optional.empty()))
                .isEqualTo(SQL);
    }

    @Test
    void theOptionTakesTheLabels() {
        assertThat(StatementComments.labels()).containsExactly("none", "route", "route-and-trace");
        assertThat(StatementComments.of("route-and-trace")).contains(StatementComments.ROUTE_AND_TRACE);
        assertThat(StatementComments.of("ROUTE")).isEmpty();
    }

    private static String added(StatementComments comments, Optional<String> route, TraceFlags flags) {
        Span span = Span.wrap(SpanContext.create(TRACE, SPAN, flags, TraceState.getDefault()));
        return Context.root()
                .with(span)
                .wrapSupplier(() -> comments.addTo(SQL, route))
                .get();
    }
}
