// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span.Event;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import zipkin2.Endpoint;
import zipkin2.Span;

/** Spans of OpenTelemetry as Zipkin has them, by the mapping that OpenTelemetry's specification gives for it. */
final class ZipkinSpans {

    private static final long NANOS_PER_MICRO = 1_000;

    private ZipkinSpans() {}

    static List<Span> of(List<ResourceSpans> exported) {
        return exported.stream().flatMap(ZipkinSpans::spans).toList();
    }

    private static Stream<Span> spans(ResourceSpans resource) {
        Endpoint service = Endpoint.newBuilder()
                .serviceName(resource.getResource().getAttributesList().stream()
                        .filter(attribute -> attribute.getKey().equals("service.name"))
                        .map(attribute -> text(attribute.getValue()))
                        .findAny()
                        .orElse("unknown_service"))
                .build();
        return resource.getScopeSpansList().stream()
                .flatMap(scope -> scope.getSpansList().stream()
                        .map(span -> span(span, service, scope.getScope().getName())));
    }

    private static Span span(io.opentelemetry.proto.trace.v1.Span from, Endpoint service, String scope) {
        long start = micros(from.getStartTimeUnixNano());
        Span.Builder span = Span.newBuilder()
                .traceId(hex(from.getTraceId()))
                .id(hex(from.getSpanId()))
                .parentId(from.getParentSpanId().isEmpty() ? null : hex(from.getParentSpanId()))
                .name(from.getName())
                .kind(kind(from))
                .timestamp(start)
                .duration(Math.max(1, micros(from.getEndTimeUnixNano()) - start))
                .localEndpoint(service)
                .putTag("otel.scope.name", scope);
        for (KeyValue attribute : from.getAttributesList()) {
            span.putTag(attribute.getKey(), text(attribute.getValue()));
        }
        for (Event event : from.getEventsList()) {
            span.addAnnotation(micros(event.getTimeUnixNano()), annotation(event));
        }
        if (from.getStatus().getCode() == StatusCode.STATUS_CODE_ERROR) {
            span.putTag("otel.status_code", "ERROR");
            span.putTag("error", from.getStatus().getMessage());
        }
        return span.build();
    }

    private static Span.Kind kind(io.opentelemetry.proto.trace.v1.Span span) {
        return switch (span.getKind()) {
            case SPAN_KIND_SERVER -> Span.Kind.SERVER;
            case SPAN_KIND_CLIENT -> Span.Kind.CLIENT;
            case SPAN_KIND_PRODUCER -> Span.Kind.PRODUCER;
            case SPAN_KIND_CONSUMER -> Span.Kind.CONSUMER;
            default -> null;
        };
    }

    private static String annotation(Event event) {
        return event.getAttributesCount() == 0
                ? event.getName()
                : event.getAttributesList().stream()
                        .map(attribute -> attribute.getKey() + "=" + text(attribute.getValue()))
                        .collect(Collectors.joining(", ", event.getName() + ": ", ""));
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
            case INT_VALUE -> Long.toString(value.getIntValue());
            case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
            case ARRAY_VALUE ->
                value.getArrayValue().getValuesList().stream()
                        .map(ZipkinSpans::text)
                        .collect(Collectors.joining(","));
            default -> "";
        };
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static long micros(long nanos) {
        return nanos / NANOS_PER_MICRO;
    }
}
