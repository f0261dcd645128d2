// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.impl.client.CloseableHttpClient;
import org.keycloak.connections.httpclient.HttpClientProvider;

/** Delegates to another provider and times each call. */
final class TimedHttpClientProvider implements HttpClientProvider {

    private final HttpClientProvider clients;
    private final TimedCalls calls;

    TimedHttpClientProvider(HttpClientProvider clients, TimedCalls calls) {
        this.clients = clients;
        this.calls = calls;
    }

    @Override
    public CloseableHttpClient getHttpClient() {
        CloseableHttpClient client = clients.getHttpClient();
        return calls.standIn(client, () -> new TimedHttpClient(client, calls));
    }

    @Override
    public int postText(String uri, String text) throws IOException {
        return calls.call(() -> clients.postText(uri, text));
    }

    @Override
    public String getString(String uri) throws IOException {
        return calls.call(() -> clients.getString(uri));
    }

    @Override
    public InputStream getInputStream(String uri) throws IOException {
        InputStream answer = calls.call(() -> clients.getInputStream(uri));
        return calls.standIn(answer, () -> new TimedInputStream(answer, calls));
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
