// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One POST over plain HTTP/1.1 whose body and whose answer flow at the same time, on a connection of its own. Over
 * HTTP/1.1 the JDK's clients hand out an answer only after the whole request has been sent, and no client lets tests
 * stop in the middle of a chunk.
 */
public final class StreamingExchange implements AutoCloseable {

    private final Socket socket;
    private final OutputStream body;
    private final InputStream in;
    private final Map<String, String> answerHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int status;
    private BufferedReader answer;
    private volatile IOException sendFailure;

    private StreamingExchange(Socket socket, boolean chunked) throws IOException {
        this.socket = socket;
        OutputStream out = socket.getOutputStream();
        this.body = new BufferedOutputStream(chunked ? new ChunkedOutput(out) : new PlainOutput(out), 1 << 16);
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** Connects and sends the head of the request. Without a header {@code Content-Length}, the body is chunked. */
    public static StreamingExchange post(URI uri, Map<String, String> headers) throws IOException {
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        try {
            socket.setTcpNoDelay(true);
            boolean chunked = !headers.containsKey("Content-Length");
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put("Host", uri.getAuthority());
            if (chunked) {
                all.put("Transfer-Encoding", "chunked");
            }
            all.put("Connection", "close");
            String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
            StringBuilder head = new StringBuilder("POST " + target + " HTTP/1.1\r\n");
            all.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            socket.getOutputStream().write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            return new StreamingExchange(socket, chunked);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The body of the request; closing it ends the body and leaves the connection open for the answer. */
    public OutputStream body() {
        return body;
    }

    /** Writes and ends the body on a thread of its own. What goes wrong there shows as a broken answer. */
    public void sendInBackground(BodyWriter writer) {
        Thread sender = new Thread(
                () -> {
                    try (OutputStream out = body) {
                        writer.writeTo(out);
                    } catch (IOException e) {
                        // A server may answer early and stop reading: only a missing answer makes this an error.
                        sendFailure = e;
                    }
                },
                "upload");
        sender.setDaemon(true);
        sender.start();
    }

    /** Status of the answer; waits for its head. */
    public synchronized int status() throws IOException {
        if (answer == null) {
            readHead();
        }
        return status;
    }

    /** A header of the answer, or null; waits for the head. */
    public String header(String name) throws IOException {
        status();
        return answerHeaders.get(name);
    }

    /** The lines of the answer as they arrive; an {@link java.io.UncheckedIOException} if it breaks off. */
    public Stream<String> lines() throws IOException {
        status();
        return answer.lines();
    }

    private void readHead() throws IOException {
        try {
            String line = readLine();
            while (line.startsWith("HTTP/1.1 100")) {
                readLine();
                line = readLine();
            }
            status = Integer.parseInt(line.split(" ", 3)[1]);
            for (line = readLine(); !line.isEmpty(); line = readLine()) {
                int colon = line.indexOf(':');
                answerHeaders.put(
                        line.substring(0, colon), line.substring(colon + 1).strip());
            }
        } catch (IOException e) {
            if (sendFailure != null) {
                e.addSuppressed(sendFailure);
            }
            throw e;
        }
        answer = new BufferedReader(new InputStreamReader(answerBody(), StandardCharsets.UTF_8));
    }

    private InputStream answerBody() {
        String coding = answerHeaders.getOrDefault("Transfer-Encoding", "identity");
        if (coding.toLowerCase(Locale.ROOT).contains("chunked")) {
            return new ChunkedInput(in);
        }
        String length = answerHeaders.get("Content-Length");
        return length == null ? in : new BoundedInput(in, Long.parseLong(length));
    }

    private String readLine() throws IOException {
        return ChunkedInput.readLine(in);
    }

    /** Closes the connection, in the middle of the body or the answer if need be. */
    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** A body with a known length: closing it leaves the connection open for the answer. */
    private static final class PlainOutput extends FilterOutputStream {

        PlainOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /** An answer with a known length. */
    private static final class BoundedInput extends InputStream {

        private final InputStream in;
        private long left;

        BoundedInput(InputStream in, long length) {
            this.in = in;
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = in.read(buffer, offset, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("The answer broke off " + left + " bytes before its end");
            }
            left -= count;
            return count;
        }
    }
}
