// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.support.classic.SharedInputBuffer;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Hands the head of an answer over as soon as it is there, and its body as a stream; what is not read is not sent. */
final class ReceivedAnswer implements AsyncResponseConsumer<Void> {

    private static final int BUFFER = 1 << 16;

    private final SharedInputBuffer buffer = new SharedInputBuffer(BUFFER);
    private final CompletableFuture<HttpResponse> head = new CompletableFuture<>();
    private final Supplier<IOException> unsent;
    private volatile boolean complete;
    private volatile Exception failure;
    private FutureCallback<Void> end;

    /** @param unsent why the body of the request could not be written; {@code null} if it could */
    ReceivedAnswer(Supplier<IOException> unsent) {
        this.unsent = unsent;
    }

    /** The answer, without its body. */
    CompletableFuture<Answer> head(Runnable abort) {
        return head.thenApply(response -> {
            Map<String, String> headers = new HashMap<>();
            for (Header header : response.getHeaders()) {
                headers.put(header.getName().toLowerCase(Locale.ROOT), header.getValue());
            }
            return new Answer(response.getCode(), headers, new BufferedBody(), abort);
        });
    }

    @Override
    public void consumeResponse(
            HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<Void> callback) {
        end = callback;
        if (entity == null) {
            finish();
        }
        head.complete(response);
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // The body is sent without waiting for a permission.
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        buffer.updateCapacity(channel);
    }

    @Override
    public void consume(ByteBuffer source) {
        buffer.fill(source);
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) {
        finish();
    }

    private void finish() {
        complete = true;
        buffer.markEndStream();
        end.completed(null);
    }

    @Override
    public void failed(Exception cause) {
        failure = cause;
        head.completeExceptionally(cause);
        // The part that has arrived can still be read.
        buffer.markEndStream();
    }

    @Override
    public void releaseResources() {
        if (!complete) {
            head.completeExceptionally(new IOException("The connection was closed"));
            buffer.markEndStream();
        }
    }

    /** An answer that breaks off is an error, and not the end of a shorter one. */
    private final class BufferedBody extends InputStream {

        @Override
        public int read() throws IOException {
            return checked(buffer.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return length == 0 ? 0 : checked(buffer.read(bytes, offset, length));
        }

        private int checked(int result) throws IOException {
            if (result < 0 && !complete) {
                IOException cause = unsent.get();
                throw cause == null ? new IOException("The answer broke off", failure) : cause;
            }
            return result;
        }
    }
}
