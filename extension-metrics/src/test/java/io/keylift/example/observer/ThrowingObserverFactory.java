// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;

/** The observer always throws. */
public final class ThrowingObserverFactory implements RequestObserverFactory {

    @Override
    public String getId() {
        return "throwing";
    }

    @Override
    public RequestObserver observer() {
        return request -> {
            throw new IllegalStateException("as always");
        };
    }
}
