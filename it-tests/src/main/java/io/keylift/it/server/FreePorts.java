// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** TCP ports of this machine. */
public final class FreePorts {

    private FreePorts() {}

    /** A port that nobody listened on a moment ago. */
    public static int next() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free TCP port", e);
        }
    }

    /** Whether a server could listen on this port, on every address, right now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: a connection of an earlier run that is still in TIME_WAIT does not count.
            socket.setReuseAddress(true);
            socket.bind(new java.net.InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
