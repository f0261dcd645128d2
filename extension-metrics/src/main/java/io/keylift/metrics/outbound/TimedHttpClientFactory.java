// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.ReplacingFactory;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import org.keycloak.connections.httpclient.HttpClientFactory;
import org.keycloak.connections.httpclient.HttpClientProvider;

/** Times the calls of the HTTP client of one of Keycloak's factories. */
public abstract class TimedHttpClientFactory extends ReplacingFactory<HttpClientProvider> implements HttpClientFactory {

    TimedHttpClientFactory(String id, String replacedClass) {
        super(id, HttpClientFactory.class, replacedClass, "calls of HTTP clients of " + id);
    }

    @Override
    protected HttpClientProvider timed(HttpClientProvider clients, RequestTracker tracker, FailSafe failSafe) {
        return new TimedHttpClientProvider(clients, new TimedCalls(Phase.HTTP, tracker::current, failSafe));
    }
}
