// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** An observer that also wants to know what a request has taken until its answer begins. */
public interface AnswerObserver extends RequestObserver {

    /**
     * The first byte of a request's answer is about to be sent. The span of its trace, if there is one, is open and
     * current, whoever traces.
     *
     * @param soFar what is known by now; an answer that is made while it is sent takes more until {@link #requestEnded}
     */
    void answerBegins(RequestBreakdown soFar);
}
