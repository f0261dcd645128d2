// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.support.classic.ContentOutputStream;
import org.apache.hc.core5.http.nio.support.classic.SharedOutputBuffer;

/**
 * Lets a thread write a body as a stream, which waits for the connection. If the body cannot be written to its end, the
 * connection ends with it: a server must not take the beginning for the whole.
 */
final class SentBody implements AsyncEntityProducer {

    private static final int BUFFER = 1 << 16;

    private final Body body;
    private final String contentType;
    private final Executor executor;
    private final SharedOutputBuffer buffer = new SharedOutputBuffer(BUFFER);
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile DataStreamChannel channel;
    private volatile boolean ended;
    private volatile IOException failure;

    SentBody(Body body, String contentType, Executor executor) {
        this.body = body;
        this.contentType = contentType;
        this.executor = executor;
    }

    /** Why the body could not be written; {@code null} if it could. */
    IOException failure() {
        return failure;
    }

    @Override
    public int available() {
        // The reactor asks for output only if there is some; a failure has to be told, too.
        return failure == null ? buffer.length() : 1;
    }

    @Override
    public void produce(DataStreamChannel output) throws IOException {
        if (failure != null) {
            throw failure;
        }
        channel = output;
        if (started.compareAndSet(false, true)) {
            executor.execute(this::write);
        }
        try {
            buffer.flush(output);
        } catch (IOException e) {
            releaseResources();
        }
    }

    private void write() {
        try {
            body.writeTo(new Output());
            buffer.writeCompleted();
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            // Also an error, as the request would wait for more without an end.
            fail(new IOException(e));
        }
    }

    private void fail(IOException e) {
        if (!ended) {
            failure = e;
            channel.requestOutput();
        }
    }

    /**
     * Writes to the connection. A server that refuses a body answers, and may close the connection before it has read:
     * only the end of its answer tells what a connection that takes no more means.
     */
    private final class Output extends OutputStream {

        private final ContentOutputStream out = new ContentOutputStream(buffer);

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                releaseResources();
                throw e;
            }
        }
    }

    @Override
    public void failed(Exception cause) {
        releaseResources();
    }

    /** Wakes the writer if it waits for a connection that has ended. */
    @Override
    public void releaseResources() {
        ended = true;
        buffer.abort();
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public long getContentLength() {
        return -1;
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    @Override
    public String getContentEncoding() {
        return null;
    }

    @Override
    public boolean isChunked() {
        return true;
    }

    @Override
    public Set<String> getTrailerNames() {
        return Set.of();
    }
}
