// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The answer to a request, which may arrive while the body of the request is still on its way. */
public final class Answer implements Closeable {

    /** Of an error; longer texts are no messages. */
    private static final int MOST_TEXT = 1 << 20;

    private final int status;
    private final Map<String, String> headers;
    private final InputStream body;
    private final Runnable abort;

    Answer(int status, Map<String, String> headers, InputStream body, Runnable abort) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.abort = abort;
    }

    public int status() {
        return status;
    }

    /** A header by its name in lower case, or {@code null}. */
    public String header(String name) {
        return headers.get(name);
    }

    /** The body as it arrives; an {@link IOException} if it breaks off. */
    public InputStream body() {
        return body;
    }

    /** The body of a short answer. */
    public String text() throws IOException {
        return new String(body.readNBytes(MOST_TEXT), StandardCharsets.UTF_8);
    }

    /** Closes the connection, unless request and answer are complete. */
    @Override
    public void close() {
        abort.run();
    }
}
