// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of this machine. */
public final class FreePorts {

    /**
     * Below those that systems give to the near end of connections: none of these can take the port before its server
     * does.
     */
    private static final int FIRST = 20_000;

    private static final int END = 32_000;

    /** A server that has been given one may take a while to listen. */
    private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** A port without a listener, which this JVM has not returned before. */
    public static int next() {
        return ThreadLocalRandom.current()
                .ints(FIRST, END)
                .limit(END - FIRST)
                .filter(port -> isFree(port) && HANDED_OUT.add(port))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No free TCP port"));
    }

    /** Whether a server could listen on this port, on every address, right now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: a connection of an earlier run that is still in TIME_WAIT does not count.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
