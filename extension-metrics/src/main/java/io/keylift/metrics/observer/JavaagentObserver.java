// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.AnswerObserver;
import io.keylift.metrics.request.RequestBreakdown;
import io.opentelemetry.api.trace.Span;

/**
 * Adds the figures of a request to the javaagent's span. The span ends on another thread when the response has been
 * written, before or after the request ends here. So the observer adds the figures known when the response begins, and
 * the rest if the span is still open.
 */
final class JavaagentObserver extends OpenTelemetryObserver implements AnswerObserver {

    JavaagentObserver(long waitThresholdMillis) {
        super(waitThresholdMillis);
    }

    @Override
    public void answerBegins(RequestBreakdown soFar) {
        super.requestEnded(soFar);
    }

    /** The events were added when the response began and cannot be replaced. */
    @Override
    public void requestEnded(RequestBreakdown request) {
        Span span = Span.current();
        if (span.isRecording()) {
            addAttributes(span, request);
        }
    }
}
