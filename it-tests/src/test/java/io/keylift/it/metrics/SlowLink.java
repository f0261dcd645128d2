// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A port by which a server of this machine is far away: what the server sends arrives later. Measures how long the
 * client's connections were open.
 */
final class SlowLink implements AutoCloseable {

    static final long DELAY_MILLIS = 300;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong openNanos = new AtomicLong();
    private final ServerSocket port;
    private final int server;

    /** @param server port of the server */
    SlowLink(int server) {
        this.server = server;
        try {
            port = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return port.getLocalPort();
    }

    /** Of the connections that are closed. */
    double openSeconds() {
        return openNanos.get() / 1e9;
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
            threads.execute(() -> passBack(far, client));
            copy(client.getInputStream(), far.getOutputStream(), 0);
        } catch (IOException e) {
            // One of the two is gone.
        } finally {
            openNanos.addAndGet(System.nanoTime() - since);
        }
    }

    private void passBack(Socket far, Socket client) {
        try {
            copy(far.getInputStream(), client.getOutputStream(), DELAY_MILLIS);
            client.shutdownOutput();
        } catch (IOException e) {
            // One of the two is gone.
        }
    }

    private void copy(InputStream in, OutputStream out, long delayMillis) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
            out.write(buffer, 0, size);
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        threads.shutdownNow();
    }
}
