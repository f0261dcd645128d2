// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.protocol.HttpContext;

/** Delegates to another client and times each exchange, with the reading of the answer's body. */
final class TimedHttpClient extends CloseableHttpClient {

    private final CloseableHttpClient client;
    private final TimedCalls calls;

    TimedHttpClient(CloseableHttpClient client, TimedCalls calls) {
        this.client = client;
        this.calls = calls;
    }

    /** All methods of the superclass that send a request call this one. */
    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, HttpRequest request, HttpContext context)
            throws IOException {
        CloseableHttpResponse response = calls.call(() -> client.execute(target, request, context));
        HttpEntity body = response.getEntity();
        if (body != null) {
            response.setEntity(calls.standIn(body, () -> new TimedHttpEntity(body, calls)));
        }
        return response;
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the interface still has it
    public org.apache.http.params.HttpParams getParams() {
        return client.getParams();
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the interface still has it
    public org.apache.http.conn.ClientConnectionManager getConnectionManager() {
        return client.getConnectionManager();
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
