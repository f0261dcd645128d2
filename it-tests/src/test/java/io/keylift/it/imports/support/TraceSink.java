// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.observability.OtlpReceiver;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Receives and stores what a server exports by OTLP over HTTP. */
public final class TraceSink implements AutoCloseable {

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final OtlpReceiver receiver = new OtlpReceiver(this::take);
    private volatile Consumer<List<ResourceSpans>> other = exported -> {};

    private void take(List<ResourceSpans> exported) {
        other.accept(exported);
        exported.stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .forEach(scope -> spans.addAll(scope.getSpansList()));
    }

    /** From now on, this consumer also receives the spans. */
    public void shareWith(Consumer<List<ResourceSpans>> receiver) {
        other = receiver;
    }

    /** All spans so far. */
    public List<Span> spans() {
        return List.copyOf(spans);
    }

    public URI address() {
        return receiver.address();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
