// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.List;
import java.util.function.Consumer;

/** All observers. One that throws or waits harms neither the request nor the other observers. */
final class RequestObservers {

    private volatile List<CalledObserver> observers = List.of();
    private volatile List<CalledObserver> answerObservers = List.of();

    /** Calls these from now on and lets go of those before. */
    void set(List<CalledObserver> all) {
        List<CalledObserver> before = observers;
        observers = List.copyOf(all);
        answerObservers = all.stream().filter(CalledObserver::seesAnswersBegin).toList();
        before.forEach(CalledObserver::close);
    }

    boolean isEmpty() {
        return observers.isEmpty();
    }

    boolean seeAnswersBegin() {
        return !answerObservers.isEmpty();
    }

    void answerBegins(RequestBreakdown soFar) {
        for (CalledObserver observer : answerObservers) {
            observer.call(called -> ((AnswerObserver) called).answerBegins(soFar));
        }
    }

    void requestEnded(RequestBreakdown request) {
        for (CalledObserver observer : observers) {
            observer.requestEnded(request);
        }
    }

    /** All have been told of each request that has ended when this returns, but for those with a thread of their own. */
    void catchUp() {
        observers.forEach(CalledObserver::catchUp);
    }

    void all(Consumer<RequestObserver> call) {
        for (CalledObserver observer : observers) {
            observer.call(call);
        }
    }
}
