// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Body;
import io.keylift.client.input.Input;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Writes an input as the body of a request. What cannot be read is told apart from what cannot be sent. */
final class SentInput implements Body {

    private static final int BLOCK = 1 << 15;

    private final Input input;
    private final Throttle throttle;
    private final JobListener listener;

    SentInput(Input input, Throttle throttle, JobListener listener) {
        this.input = input;
        this.throttle = throttle;
        this.listener = listener;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        byte[] block = new byte[BLOCK];
        long sent = 0;
        try (InputStream in = open()) {
            for (int count = read(in, block); count >= 0; count = read(in, block)) {
                throttle.await(block, count);
                out.write(block, 0, count);
                sent += count;
                listener.sent(sent);
            }
            out.flush();
        }
    }

    private InputStream open() throws InputFailure {
        try {
            return input.open();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static int read(InputStream in, byte[] block) throws InputFailure {
        try {
            return in.read(block);
        } catch (IOException e) {
            throw failure(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw failure(new IOException(e));
        }
    }

    private static InputFailure failure(IOException e) {
        return e instanceof InputFailure failure
                ? failure
                : new InputFailure("The input cannot be read: " + e.getMessage(), e);
    }
}
