// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.AnswerObserver;
import io.keylift.metrics.request.RequestBreakdown;
import io.opentelemetry.api.trace.Span;

/**
 * Adds what is known of a request to the javaagent's span of it. That ends when the answer has been written, on another
 * thread than the one that ends the request: now this one is first, now that. So it adds what is known when the answer
 * begins, and the rest where it is in time.
 */
final class JavaagentObserver extends OpenTelemetryObserver implements AnswerObserver {

    JavaagentObserver(long waitThresholdMillis) {
        super(waitThresholdMillis);
    }

    @Override
    public void answerBegins(RequestBreakdown soFar) {
        super.requestEnded(soFar);
    }

    /** The events are there already, and cannot be replaced. */
    @Override
    public void requestEnded(RequestBreakdown request) {
        Span span = Span.current();
        if (span.isRecording()) {
            addAttributes(span, request);
        }
    }
}
