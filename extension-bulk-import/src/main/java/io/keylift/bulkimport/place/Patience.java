// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Watches the streams of all clients of this node, and ends those that are too slow. */
public final class Patience implements AutoCloseable {

    private final long bytesPerSecond;
    private final Cleaner cleaner = Cleaner.create();
    private final Set<ClientWait> waits = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "keylift-clients");
        thread.setDaemon(true);
        return thread;
    });

    /** @param bytesPerSecond bytes that a client must send or read on average; 0 for no limit */
    public Patience(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
        watch.scheduleWithFixedDelay(() -> waits.forEach(ClientWait::check), 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Returns a stream to a client that needs no place; writing fails if it reads too slowly.
     *
     * @param clock in nanoseconds; stands still while the client need not read
     */
    public OutputStream writing(OutputStream out, LongSupplier clock) {
        return new PacedOutput(out, waiting(clock, () -> false));
    }

    Waiting waiting(LongSupplier clock, BooleanSupplier yields) {
        return new Waiting(new ClientWait(bytesPerSecond, clock, yields), waits);
    }

    Cleaner cleaner() {
        return cleaner;
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }

    /** A wait that is watched as long as it lasts. */
    record Waiting(ClientWait client, Set<ClientWait> watched) {

        void begin() throws SlowClientException {
            client.begin();
            watched.add(client);
        }

        void end(long bytes) throws SlowClientException {
            watched.remove(client);
            client.end(bytes);
        }
    }
}
