// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

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
    private final Outbound outbound;

    TimedHttpClient(CloseableHttpClient client, Outbound outbound) {
        this.client = client;
        this.outbound = outbound;
    }

    /** All methods of the superclass that send a request call this one. */
    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, HttpRequest request, HttpContext context)
            throws IOException {
        CloseableHttpResponse response = outbound.call(() -> client.execute(target, request, context));
        HttpEntity body = response.getEntity();
        if (body != null) {
            response.setEntity(new TimedHttpEntity(body, outbound));
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
