// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Ensures that no server outlives this JVM. When the JVM ends in order, by Ctrl-C or by SIGTERM, a shutdown hook closes
 * the servers, newest first. When it is killed, a small shell process notices the broken pipe and does it.
 */
public final class ProcessGuard {

    /** One guard for the JVM, because a JVM has one life to watch. */
    private static final ProcessGuard INSTANCE = new ProcessGuard();

    private final Deque<AutoCloseable> servers = new ArrayDeque<>();
    private Process watchdog;
    private volatile boolean ending;

    private ProcessGuard() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAll, "keylift-shutdown"));
    }

    /** The guard of this JVM. */
    public static ProcessGuard instance() {
        return INSTANCE;
    }

    /**
     * Returns at once as long as the JVM lives. When it is ending, servers stop while other threads use them: the
     * calling thread then waits here forever instead of reporting that as an error.
     */
    public static void staySilentWhileEnding() {
        while (INSTANCE.ending) {
            LockSupport.park(INSTANCE);
        }
    }

    /** Closes the server when the JVM ends, unless {@link #forget(AutoCloseable)} comes first. */
    public synchronized void remember(AutoCloseable server) {
        servers.remove(server);
        servers.push(server);
    }

    /** Called when the server has been closed. */
    public synchronized void forget(AutoCloseable server) {
        servers.remove(server);
    }

    /**
     * Puts a process on the watchdog's list.
     *
     * @param target a process id, or the absolute path of a file that starts with one and may be written later
     * @param signal name of the signal that asks this kind of process to end, such as {@code TERM}
     */
    public synchronized void watch(Object target, String signal) {
        tell("+ " + signal + " " + target);
    }

    /** Takes a process off the watchdog's list. */
    public synchronized void unwatch(Object target) {
        tell("- " + target);
    }

    private void tell(String line) {
        try {
            if (watchdog == null) {
                watchdog = startWatchdog();
            }
            // Left open on purpose: the end of this stream is the watchdog's signal.
            Writer writer = watchdog.outputWriter(StandardCharsets.UTF_8);
            writer.write(line + "\n");
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The watchdog process cannot be reached", e);
        }
    }

    private static Process startWatchdog() throws IOException {
        try (InputStream script = ProcessGuard.class.getResourceAsStream("watchdog.sh")) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            return new ProcessBuilder("/bin/sh", "-c", text)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        }
    }

    private void closeAll() {
        ending = true;
        for (AutoCloseable server : snapshot()) {
            try {
                server.close();
            } catch (Exception e) {
                // The JVM is ending: the watchdog ends servers that did not close.
                System.err.println("Could not stop " + server + ": " + e);
            }
        }
    }

    private synchronized List<AutoCloseable> snapshot() {
        return List.copyOf(servers);
    }
}
