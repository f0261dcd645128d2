// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import io.keylift.it.server.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that reads the head of each request, and is gone. */
final class DyingNode implements AutoCloseable {

    private static final int BACKLOG = 50;

    private final ServerSocket socket;
    private final List<String> methods = new CopyOnWriteArrayList<>();

    DyingNode() throws IOException {
        socket = new ServerSocket(FreePorts.next(), BACKLOG, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "dying-node");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The methods of the requests so far. */
    List<String> methods() {
        return List.copyOf(methods);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket request = socket.accept();
                    BufferedReader head = new BufferedReader(
                            new InputStreamReader(request.getInputStream(), StandardCharsets.ISO_8859_1))) {
                String first = head.readLine();
                if (first != null) {
                    methods.add(first.substring(0, first.indexOf(' ')));
                    head.lines().takeWhile(line -> !line.isEmpty()).forEach(line -> {});
                }
            } catch (IOException e) {
                // The client, or the test, has disconnected first.
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
