// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** The body of an answer; the time to read it is timed. */
final class TimedHttpEntity extends HttpEntityWrapper {

    private final Outbound outbound;

    TimedHttpEntity(HttpEntity body, Outbound outbound) {
        super(body);
        this.outbound = outbound;
    }

    @Override
    public InputStream getContent() throws IOException {
        return new TimedInputStream(super.getContent(), outbound);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        outbound.run(() -> super.writeTo(out));
    }
}
