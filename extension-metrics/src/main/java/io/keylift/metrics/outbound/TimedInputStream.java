// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The response body of another server; each wait for more of it is timed. */
final class TimedInputStream extends FilterInputStream {

    private final TimedCalls calls;

    TimedInputStream(InputStream in, TimedCalls calls) {
        super(in);
        this.calls = calls;
    }

    @Override
    public int read() throws IOException {
        return calls.call(() -> super.read());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return calls.call(() -> super.read(buffer, offset, length));
    }

    @Override
    public long skip(long count) throws IOException {
        return calls.call(() -> super.skip(count));
    }

    /** May read the rest, so that the connection can be used again. */
    @Override
    public void close() throws IOException {
        calls.run(super::close);
    }
}
