// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** What another server sends; each wait for more of it is timed. */
final class TimedInputStream extends FilterInputStream {

    private final Outbound outbound;

    TimedInputStream(InputStream in, Outbound outbound) {
        super(in);
        this.outbound = outbound;
    }

    @Override
    public int read() throws IOException {
        return outbound.call(() -> super.read());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return outbound.call(() -> super.read(buffer, offset, length));
    }

    @Override
    public long skip(long count) throws IOException {
        return outbound.call(() -> super.skip(count));
    }

    /** May read the rest, so that the connection can be used again. */
    @Override
    public void close() throws IOException {
        outbound.run(super::close);
    }
}
