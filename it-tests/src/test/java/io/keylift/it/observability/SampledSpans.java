// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Spans as Keycloak sends them, of one trace each unless they say otherwise. The tag {@code sort} says what is to be
 * seen of each.
 */
final class SampledSpans {

    /** How many ordinary ones there are. */
    static final int ORDINARY = 200;

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int LONG = 2_000;
    private static final String PHASE = "keycloak.request.phase.";

    private SampledSpans() {}

    /** A trace of each sort that is always kept. */
    static List<Span> interesting() {
        Status.Builder error = Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR);
        return List.of(
                request("error", 1_000, SHORT).setStatus(error).build(),
                request("slow", 1_001, Duration.ofMillis(1_100)).build(),
                request("queue", 1_002, SHORT)
                        .addAttributes(seconds("queue", 0.06))
                        .build(),
                request("pool", 1_003, SHORT)
                        .addAttributes(seconds("pool_wait", 0.06))
                        .build(),
                request("lock", 1_004, SHORT)
                        .addAttributes(attribute(
                                "keycloak.request.lock", AnyValue.newBuilder().setStringValue("DefaultLazyLoader")))
                        .build(),
                request("statements", 1_005, SHORT)
                        .addAttributes(statements(201))
                        .build());
    }

    /** A request that looks like all others. */
    static Span ordinary(int number) {
        return request("ordinary", number, SHORT)
                .addAttributes(seconds("queue", 0.001))
                .addAttributes(seconds("pool_wait", 0.01))
                .addAttributes(statements(12))
                .build();
    }

    /** A statement of a request that has not ended. */
    static Span partOfALongOne() {
        return request("long", LONG, SHORT)
                .setSpanId(id(LONG + 1, Long.BYTES))
                .setParentSpanId(id(LONG, Long.BYTES))
                .build();
    }

    /** The last span of the long request, half a minute later. */
    static Span endOfTheLongOne() {
        return request("long", LONG, Duration.ofSeconds(30)).build();
    }

    /** A span of a trace of its own, without attributes, that ends now. */
    static Span.Builder span(int number, Duration duration) {
        long end = Instant.now().toEpochMilli() * 1_000_000;
        return Span.newBuilder()
                .setTraceId(id(number, 2 * Long.BYTES))
                .setSpanId(id(number, Long.BYTES))
                .setName("one")
                .setStartTimeUnixNano(end - duration.toNanos())
                .setEndTimeUnixNano(end);
    }

    static KeyValue attribute(String key, AnyValue.Builder value) {
        return KeyValue.newBuilder().setKey(key).setValue(value).build();
    }

    private static Span.Builder request(String sort, int number, Duration duration) {
        return span(number, duration)
                .setKind(Span.SpanKind.SPAN_KIND_SERVER)
                .addAttributes(attribute("sort", AnyValue.newBuilder().setStringValue(sort)))
                .addAttributes(attribute("url.query", AnyValue.newBuilder().setStringValue("code=secret")));
    }

    private static KeyValue seconds(String phase, double value) {
        return attribute(PHASE + phase, AnyValue.newBuilder().setDoubleValue(value));
    }

    private static KeyValue statements(int number) {
        return attribute(
                "keycloak.request.sql.statements", AnyValue.newBuilder().setIntValue(number));
    }

    /** A fixed id that is spread like a random one, because the share of the rest depends on the trace id. */
    private static ByteString id(int number, int bytes) {
        byte[] id = new byte[bytes];
        new SplittableRandom(number).nextBytes(id);
        return ByteString.copyFrom(id);
    }
}
