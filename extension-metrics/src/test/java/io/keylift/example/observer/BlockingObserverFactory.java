// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import java.util.concurrent.CountDownLatch;

/** The observer does not return from its first call. */
public final class BlockingObserverFactory implements RequestObserverFactory {

    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    public String getId() {
        return "blocking";
    }

    @Override
    public RequestObserver observer() {
        return request -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }
}
