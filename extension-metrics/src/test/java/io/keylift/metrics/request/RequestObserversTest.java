// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestObserversTest {

    @Test
    void oneThatFailsKeepsNoOtherFromItsRequests() {
        List<RequestBreakdown> seen = new ArrayList<>();
        RequestObservers observers = new RequestObservers();
        RequestObserver throwing = request -> {
            throw new IllegalStateException("as always");
        };
        RequestObserver unlinked = request -> {
            throw new NoSuchMethodError("gone");
        };
        observers.set(List.of(
                new RequestObservers.Named("throwing", throwing),
                new RequestObservers.Named("unlinked", unlinked),
                new RequestObservers.Named("collecting", seen::add)));
        RequestBreakdown request = new RequestWork(new BackgroundWork(observers)).end("/uri", "GET", 200, false);

        for (int i = 0; i < 3; i++) {
            observers.all(observer -> observer.requestEnded(request));
        }

        assertThat(seen).containsExactly(request, request, request);
    }
}
