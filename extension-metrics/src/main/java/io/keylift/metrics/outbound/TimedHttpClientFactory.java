// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.Replaced;
import io.keylift.metrics.ReplacingFactory;
import io.keylift.metrics.request.Phase;
import org.keycloak.connections.httpclient.HttpClientFactory;
import org.keycloak.connections.httpclient.HttpClientProvider;

/** Times the calls of the HTTP client of one of Keycloak's factories. */
public abstract class TimedHttpClientFactory extends ReplacingFactory<HttpClientProvider> implements HttpClientFactory {

    TimedHttpClientFactory(String id, String replacedClass) {
        super(id, Replaced.factory(HttpClientFactory.class, replacedClass, "calls of HTTP clients of " + id));
    }

    @Override
    protected HttpClientProvider timed(HttpClientProvider clients) {
        return Outbound.timed(Phase.HTTP, clients, TimedHttpClientProvider::new);
    }
}
