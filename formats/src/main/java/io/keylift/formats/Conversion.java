// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Converts inputs by a mapping, in a thread of its own that is never more than a few thousand lines ahead. The same
 * inputs, mapping and settings give the same lines in the same order. One thread at a time may use it. Close it to end
 * the conversion and to remove its temporary file.
 *
 * <pre>{@code
 * try (Conversion conversion = Conversion.of(inputs, Mapping.of("auth0"), Settings.NONE)) {
 *     while (conversion.hasNext()) {
 *         switch (conversion.next()) { … }
 *     }
 *     Report report = conversion.report();
 * }
 * }</pre>
 */
public final class Conversion implements Iterator<Converted>, AutoCloseable {

    /** A mapping takes microseconds for a record. */
    private static final int MOST_SECONDS = 20;

    /** Bytes of joined values before they go to the disk. */
    private static final long MOST_MEMORY = 16L << 20;

    /** Deep recursion of jq needs it. */
    private static final long STACK = 16L << 20;

    private final BlockingQueue<Batch> queue = new ArrayBlockingQueue<>(8);
    private final Queue<Converted> ready = new ArrayDeque<>();
    private final MappingRun run;
    private final Thread thread;
    private final int mostSeconds;
    private boolean over;

    private Conversion(List<Input> inputs, Mapping mapping, Settings settings, long mostMemory, int mostSeconds)
            throws IOException {
        mapping.requireKnown(settings);
        this.mostSeconds = mostSeconds;
        run = new MappingRun(inputs, mapping, settings, new Kept(mostMemory), queue::put);
        thread = new Thread(null, run, "keylift-conversion", STACK);
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts to convert. */
    public static Conversion of(List<Input> inputs, Mapping mapping, Settings settings) throws IOException {
        return of(inputs, mapping, settings, MOST_MEMORY, MOST_SECONDS);
    }

    static Conversion of(List<Input> inputs, Mapping mapping, Settings settings, long mostMemory, int mostSeconds)
            throws IOException {
        return new Conversion(List.copyOf(inputs), mapping, settings, mostMemory, mostSeconds);
    }

    /**
     * Waits for the next line or problem.
     *
     * @throws ConversionFailure if an input cannot be read further or the mapping cannot run
     */
    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && !over) {
            Batch batch = poll();
            if (batch != null) {
                over = batch.last();
                ready.addAll(batch.items());
                if (batch.failure() != null) {
                    throw new ConversionFailure(batch.failure());
                }
            } else if (run.secondsInRecord() > mostSeconds) {
                over = true;
                throw new ConversionFailure(new FormatException(
                        "mapping_runaway", "The mapping takes longer than " + mostSeconds + " s for one record"));
            }
        }
        return !ready.isEmpty();
    }

    /** Whether the next line or problem is there without waiting. */
    boolean isReady() {
        return !ready.isEmpty();
    }

    @Override
    public Converted next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    /** Counts so far; of the whole conversion once there is no further line. */
    public Report report() {
        return run.report();
    }

    /**
     * All lines as NDJSON, with the kind if the mapping has several. A conversion of the same inputs gives the same
     * bytes, so a job can be resumed by another one. Closing the stream closes the conversion.
     *
     * @param problems takes each record that is not converted, in the thread that reads
     */
    public InputStream stream(Consumer<Problem> problems) {
        return new ConvertedStream(this, run.mapping().kinds().size() > 1, problems);
    }

    /** Writes all lines as {@link #stream} has them. Problems are only counted. */
    public void writeTo(OutputStream out) throws IOException {
        stream(problem -> {}).transferTo(out);
    }

    /** The first records before and after, to try a mapping: what it makes of each. */
    public static List<Trial> attempt(List<Input> inputs, Mapping mapping, Settings settings, int most)
            throws IOException {
        try (Conversion conversion = of(inputs, mapping, settings)) {
            return Trial.of(conversion, most);
        }
    }

    private Batch poll() {
        try {
            return queue.poll(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            over = true;
            throw new ConversionFailure(new IOException("The conversion was interrupted", e));
        }
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
        queue.clear();
        try {
            // A mapping that runs away cannot be stopped; its thread ends with the process.
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Some lines on their way. */
    record Batch(List<Converted> items, boolean last, IOException failure) {}

    /** Where the lines go. */
    interface Outlet {
        void put(Batch batch) throws InterruptedException;
    }
}
