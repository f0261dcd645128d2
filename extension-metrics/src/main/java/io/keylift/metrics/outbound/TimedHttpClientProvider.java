// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import java.io.IOException;
import java.io.InputStream;
import org.apache.http.impl.client.CloseableHttpClient;
import org.keycloak.connections.httpclient.HttpClientProvider;

/** Delegates to another provider and times each call. */
final class TimedHttpClientProvider implements HttpClientProvider {

    private final HttpClientProvider clients;
    private final Outbound outbound;

    TimedHttpClientProvider(HttpClientProvider clients, Outbound outbound) {
        this.clients = clients;
        this.outbound = outbound;
    }

    @Override
    public CloseableHttpClient getHttpClient() {
        return new TimedHttpClient(clients.getHttpClient(), outbound);
    }

    @Override
    public int postText(String uri, String text) throws IOException {
        return outbound.call(() -> clients.postText(uri, text));
    }

    @Override
    public String getString(String uri) throws IOException {
        return outbound.call(() -> clients.getString(uri));
    }

    @Override
    public InputStream getInputStream(String uri) throws IOException {
        return new TimedInputStream(outbound.call(() -> clients.getInputStream(uri)), outbound);
    }

    @Override
    public long getMaxConsumedResponseSize() {
        return clients.getMaxConsumedResponseSize();
    }

    @Override
    public void close() {
        clients.close();
    }
}
