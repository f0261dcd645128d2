// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** An observer that also receives the figures of a request when its response begins. */
public interface AnswerObserver extends RequestObserver {

    /**
     * Called before the first byte of the response is sent. The span of the request's trace, if there is one, is open
     * and current.
     *
     * @param soFar figures known by now; a response that is produced while it is sent takes more until {@link
     *     #requestEnded}
     */
    void answerBegins(RequestBreakdown soFar);
}
