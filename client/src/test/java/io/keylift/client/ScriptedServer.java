// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Http;
import io.keylift.client.token.Credentials;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that follows a script on the level of bytes: it can answer before it has read a request, stop in the middle
 * of an answer, and close connections. It gives out tokens by itself, numbered from 1.
 */
public final class ScriptedServer implements AutoCloseable {

    /** Answers a request, or does not. */
    @FunctionalInterface
    public interface Step {

        void answer(Exchange exchange) throws IOException;
    }

    private final ServerSocket port;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Deque<Step> steps = new ConcurrentLinkedDeque<>();
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final List<String> tokenRequests = new CopyOnWriteArrayList<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private volatile int tokenSeconds = 300;
    private volatile Step tokenStep;

    public ScriptedServer() {
        try {
            port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    public URI address() {
        return URI.create("http://localhost:" + port.getLocalPort());
    }

    /** A client of the server, with a patience of five minutes. */
    Keylift keylift(Http http) {
        Credentials credentials = Credentials.ofClient("importer", "secret");
        return new Keylift(http, address(), "acme", "acme", credentials, Duration.ofMinutes(5));
    }

    /** Steps for the next requests that are not for a token. The last one is repeated. */
    public ScriptedServer then(Step... next) {
        steps.addAll(List.of(next));
        return this;
    }

    public ScriptedServer tokensLast(int seconds) {
        tokenSeconds = seconds;
        return this;
    }

    public ScriptedServer tokens(Step step) {
        tokenStep = step;
        return this;
    }

    /** The requests so far, without those for tokens. */
    public List<Exchange> exchanges() {
        return exchanges;
    }

    /** The forms of the requests for tokens. */
    public List<String> tokenRequests() {
        return tokenRequests;
    }

    /** Answers with lines and ends. */
    public static Step lines(String... lines) {
        return exchange -> {
            exchange.readBody();
            exchange.head(200, "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked");
            exchange.chunk(String.join("\n", lines) + "\n");
            exchange.endOfChunks();
        };
    }

    /** Answers with a status before it reads the body. */
    public static Step status(int status, String body, String... headers) {
        return exchange -> exchange.whole(status, body, headers);
    }

    private void accept() {
        while (!port.isClosed()) {
            try {
                Socket socket = port.accept();
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                // The port is closed.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Exchange exchange = new Exchange(socket);
            if (exchange.path().endsWith("/token")) {
                String form = exchange.readBody();
                tokenRequests.add(form);
                if (tokenStep != null) {
                    tokenStep.answer(exchange);
                } else {
                    exchange.whole(
                            200,
                            "{\"access_token\":\"t%d\",\"expires_in\":%d,\"refresh_token\":\"r%1$d\"}"
                                    .formatted(tokens.incrementAndGet(), tokenSeconds));
                }
                return;
            }
            exchanges.add(exchange);
            Step step = steps.size() > 1 ? steps.poll() : steps.peek();
            step.answer(exchange);
        } catch (IOException e) {
            // The client went away, as some tests want.
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        threads.shutdownNow();
    }

    /** One request on a connection of its own. */
    public static final class Exchange {

        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private final String method;
        private final String target;
        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        private Exchange(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
            String[] first = readLine().split(" ");
            method = first[0];
            target = first[1];
            for (String line = readLine(); !line.isEmpty(); line = readLine()) {
                int colon = line.indexOf(':');
                headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }

        public String method() {
            return method;
        }

        public String target() {
            return target;
        }

        String path() {
            return target.replaceFirst("\\?.*", "");
        }

        public String header(String name) {
            return headers.get(name);
        }

        /** The body, as far as it was read. */
        public String body() {
            return body.toString(StandardCharsets.UTF_8);
        }

        /** Reads the body to its end; an {@link EOFException} if it breaks off. */
        public String readBody() throws IOException {
            if (headers.containsKey("Content-Length")) {
                body.write(in.readNBytes(Integer.parseInt(headers.get("Content-Length"))));
            } else if (headers.containsKey("Transfer-Encoding")) {
                while (readChunk() > 0) {
                    // Until the last one.
                }
            }
            return body();
        }

        /** Reads one chunk of the body, and returns its length; 0 at the end. */
        public int readChunk() throws IOException {
            int size = Integer.parseInt(readLine(), 16);
            byte[] bytes = in.readNBytes(size);
            if (bytes.length < size) {
                throw new EOFException();
            }
            body.write(bytes);
            readLine();
            return size;
        }

        public void head(int status, String... lines) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
            for (String line : lines) {
                head.append(line).append("\r\n");
            }
            write(head.append("\r\n").toString());
        }

        public void chunk(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            write(Integer.toHexString(bytes.length) + "\r\n" + text + "\r\n");
        }

        public void endOfChunks() throws IOException {
            write("0\r\n\r\n");
        }

        public void whole(int status, String text, String... lines) throws IOException {
            String[] all = Arrays.copyOf(lines, lines.length + 2);
            all[lines.length] = "Content-Length: " + text.getBytes(StandardCharsets.UTF_8).length;
            all[lines.length + 1] = "Connection: close";
            head(status, all);
            write(text);
        }

        /** Ends the connection in the middle of the answer. */
        public void breakOff() throws IOException {
            socket.close();
        }

        /** Closes the connection as a killed server does; what the client has not read is lost. */
        public void cut() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        public void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        private String readLine() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new EOFException();
                }
                if (b != '\r') {
                    line.write(b);
                }
            }
            return line.toString(StandardCharsets.UTF_8);
        }
    }
}
