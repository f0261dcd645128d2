// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A balancer that gives connections to nodes in turn, and can break all of them off. */
public final class BreakingBalancer implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger();
    private final List<Integer> nodes;
    private final ServerSocket port;

    public BreakingBalancer(List<Integer> nodes) {
        this.nodes = nodes;
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

    /** Breaks all connections off, as the end of a balancer does. */
    public void breakOff() {
        open.forEach(BreakingBalancer::close);
    }

    private void accept() {
        while (!port.isClosed()) {
            try {
                Socket client = port.accept();
                threads.execute(() -> pass(client));
            } catch (IOException e) {
                // The port is closed.
            }
        }
    }

    private void pass(Socket client) {
        int node = nodes.get(Math.floorMod(next.getAndIncrement(), nodes.size()));
        open.add(client);
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), node)) {
            threads.execute(() -> copy(server, client));
            copy(client, server);
        } catch (IOException e) {
            // The node does not run, so the client loses the connection.
        } finally {
            open.remove(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException e) {
            // One of the two is gone.
        } finally {
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        breakOff();
        threads.shutdownNow();
    }
}
