// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.entity.HttpEntityWrapper;

/** The body of an answer; the time to read it is timed. */
final class TimedHttpEntity extends HttpEntityWrapper {

    private final TimedCalls calls;

    TimedHttpEntity(HttpEntity body, TimedCalls calls) {
        super(body);
        this.calls = calls;
    }

    @Override
    public InputStream getContent() throws IOException {
        InputStream content = super.getContent();
        return calls.standIn(content, () -> new TimedInputStream(content, calls));
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        calls.run(() -> super.writeTo(out));
    }
}
