// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.BodyWriter;
import io.keylift.it.http.StreamingExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A running import: the test sends the body in parts, and a thread reads the response as it arrives. */
public final class LiveImport implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final StreamingExchange exchange;
    private final List<JsonNode> lines = new ArrayList<>();
    private boolean ended;
    private boolean broken;

    private LiveImport(StreamingExchange exchange) {
        this.exchange = exchange;
        Thread reader = new Thread(this::read, "answer");
        reader.setDaemon(true);
        reader.start();
    }

    public static LiveImport open(AdminHttp admin, String path, Map<String, String> headers) throws IOException {
        return new LiveImport(admin.open(path, headers));
    }

    /** Sends a part of the body, at once. */
    public LiveImport send(String part) throws IOException {
        return send(part.getBytes(StandardCharsets.UTF_8));
    }

    public LiveImport send(byte[] part) throws IOException {
        exchange.body().write(part);
        exchange.body().flush();
        return this;
    }

    /** Sends the whole body, on a thread of its own. */
    public LiveImport sendInBackground(BodyWriter body) {
        exchange.sendInBackground(body);
        return this;
    }

    /** Ends the body and waits for the end of the answer. */
    public ImportAnswer finish() throws IOException {
        return finish(LIMIT);
    }

    /** Waits for the end of the answer. */
    public ImportAnswer finish(Duration limit) throws IOException {
        exchange.body().close();
        return answer(limit);
    }

    /** Waits for the end of the answer, or for the connection to break. */
    public ImportAnswer answer() throws IOException {
        return answer(LIMIT);
    }

    private ImportAnswer answer(Duration limit) throws IOException {
        await(() -> ended, "end of the answer", limit);
        return new ImportAnswer(broken ? 0 : exchange.status(), lines(), broken);
    }

    /** A header of the answer, or null; waits for its head. */
    public String header(String name) throws IOException {
        return exchange.header(name);
    }

    /** Waits for a line of the answer. */
    public JsonNode awaitLine(Predicate<JsonNode> wanted) {
        await(() -> ended || lines.stream().anyMatch(wanted), "line of the answer");
        return lines().stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> new AssertionError("The answer ended without the awaited line: " + lines()));
    }

    public JsonNode awaitJob() {
        return awaitLine(line -> line.path("type").asText().equals("job"));
    }

    /** Whether the answer has ended. */
    public synchronized boolean hasEnded() {
        return ended;
    }

    /** Waits until so many chunks are reported. */
    public void awaitChunks(int count) {
        await(() -> ended || chunks() >= count, count + " chunks");
        if (chunks() < count) {
            throw new AssertionError("The answer ended before chunk " + count + ": " + lines());
        }
    }

    public synchronized int chunks() {
        return (int) lines.stream()
                .filter(line -> line.path("type").asText().equals("chunk"))
                .count();
    }

    /** The lines of the answer so far. */
    public synchronized List<JsonNode> lines() {
        return List.copyOf(lines);
    }

    private void read() {
        boolean failed = false;
        try {
            exchange.lines().map(LiveImport::parse).forEach(this::add);
        } catch (IOException | UncheckedIOException e) {
            failed = true;
        }
        synchronized (this) {
            broken = failed;
            ended = true;
            notifyAll();
        }
    }

    private synchronized void add(JsonNode line) {
        lines.add(line);
        notifyAll();
    }

    private static JsonNode parse(String line) {
        try {
            return AdminHttp.JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return new TextNode(line);
        }
    }

    private interface Condition {
        boolean holds();
    }

    private void await(Condition condition, String what) {
        await(condition, what, LIMIT);
    }

    /** Woken by each line: asking now and then would be too late for a test that wants the very moment. */
    private synchronized void await(Condition condition, String what, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.holds()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new AssertionError("No " + what + " within " + limit + "; so far " + lines);
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + what, e);
        }
    }

    /** Breaks the connection, in the middle of the body or the answer if need be. */
    @Override
    public void close() throws IOException {
        exchange.close();
    }
}
