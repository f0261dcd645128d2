// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import org.junit.jupiter.api.Test;

class SlowRequestLogTest {

    @Test
    void oneLineSaysWhereTheTimeWent() {
        SpanContext trace = SpanContext.create(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getSampled(),
                TraceState.getDefault());

        assertThat(SlowRequestLog.line(Breakdowns.request("acme", "shop"), trace))
                .isEqualTo("Slow request GET /admin/realms/{realm} status=200 realm=acme client=shop total=100.0ms"
                        + " pool_wait=10.0ms sql=20.0ms commit=0.0ms hash=0.0ms infinispan=0.0ms queue=0.0ms rest=70.0ms"
                        + " statements=3 connections=1 traceId=0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void noNameBeginsALineOfItsOwn() {
        String line =
                SlowRequestLog.line(Breakdowns.request("acme", "shop\nERROR all is lost"), SpanContext.getInvalid());

        assertThat(line).contains("client=shop?ERROR all is lost").doesNotContain("\n", "traceId");
    }
}
