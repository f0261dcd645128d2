// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A port that makes a server of this machine seem distant: each byte of the server arrives later, at the same
 * bandwidth. Measures how long the client's connections were open, and counts their round trips.
 */
public final class SlowLink implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong openNanos = new AtomicLong();
    private final AtomicLong roundTrips = new AtomicLong();
    private final ServerSocket port;
    private final int server;
    private final long delayNanos;

    /**
     * @param server port of the server
     * @param delay of its answers; zero to measure the cost of the link alone
     */
    public SlowLink(int server, Duration delay) {
        this.server = server;
        this.delayNanos = delay.toNanos();
        try {
            port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /**
     * The server's answer.
     *
     * @param bytes none at the end
     * @param due when they arrive, by {@link System#nanoTime()}
     */
    private record Sent(byte[] bytes, long due) {}

    public int port() {
        return port.getLocalPort();
    }

    /** Seconds for which the closed connections were open. */
    public double openSeconds() {
        return openNanos.get() / 1e9;
    }

    /** How often the client has sent something and then received an answer, over all connections. */
    public long roundTrips() {
        return roundTrips.get();
    }

    private void accept() {
        while (!port.isClosed()) {
            try {
                Socket client = port.accept();
                threads.execute(() -> pass(client, System.nanoTime()));
            } catch (IOException e) {
                // The port is closed.
            }
        }
    }

    /** Until the client closes the connection. */
    private void pass(Socket client, long since) {
        try (client;
                Socket far = new Socket(InetAddress.getLoopbackAddress(), server)) {
            client.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            BlockingQueue<Sent> underway = new LinkedBlockingQueue<>();
            threads.execute(() -> takeIn(far, underway));
            AtomicBoolean asked = new AtomicBoolean();
            threads.execute(() -> passBack(underway, client, asked));
            passOn(client.getInputStream(), far.getOutputStream(), asked);
        } catch (IOException e) {
            // One of the two is gone.
        } finally {
            openNanos.addAndGet(System.nanoTime() - since);
        }
    }

    private static void passOn(InputStream in, OutputStream out, AtomicBoolean asked) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
            asked.set(true);
            out.write(buffer, 0, size);
        }
    }

    private void takeIn(Socket far, BlockingQueue<Sent> underway) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = far.getInputStream();
            for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
                underway.add(new Sent(Arrays.copyOf(buffer, size), System.nanoTime() + delayNanos));
            }
        } catch (IOException e) {
            // One of the two is gone.
        }
        underway.add(new Sent(new byte[0], System.nanoTime() + delayNanos));
    }

    private void passBack(BlockingQueue<Sent> underway, Socket client, AtomicBoolean asked) {
        try {
            OutputStream out = client.getOutputStream();
            for (Sent sent = underway.take(); sent.bytes.length > 0; sent = underway.take()) {
                awaitUntil(sent.due);
                if (asked.getAndSet(false)) {
                    roundTrips.incrementAndGet();
                }
                out.write(sent.bytes);
            }
            client.shutdownOutput();
        } catch (IOException e) {
            // One of the two is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitUntil(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        threads.shutdownNow();
    }
}
