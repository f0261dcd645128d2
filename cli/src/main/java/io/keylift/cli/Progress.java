// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.JobListener;
import io.keylift.client.answer.AnswerLine;
import io.keylift.client.answer.ChunkLine;
import io.keylift.client.answer.Counts;
import io.keylift.client.answer.ProgressLine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Shows the progress of the streams of an input: a line that is written over, or one every ten seconds. */
final class Progress implements AutoCloseable {

    private static final Duration OFTEN = Duration.ofMillis(250);
    private static final Duration SELDOM = Duration.ofSeconds(10);

    /** A line that is longer than the terminal is cut off there. */
    private static final String NO_WRAPPING = "\u001b[?7l";

    private static final String WRAPPING = "\u001b[?7h";
    private static final String CLEAR_REST = "\u001b[K";

    private final Terminal terminal;
    private final FollowOptions options;
    private final ProgressText text;
    private final Map<Integer, Stream> streams = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "keylift-progress");
        thread.setDaemon(true);
        return thread;
    });

    /** @param length bytes of the input, or -1 */
    Progress(Terminal terminal, FollowOptions options, String job, long length) {
        this.terminal = terminal;
        this.options = options;
        this.text = new ProgressText(job, length, System::nanoTime);
    }

    void begin() {
        if (!options.quiet()) {
            Duration pause = terminal.interactive() ? OFTEN : SELDOM;
            timer.scheduleAtFixedRate(this::show, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    JobListener listener(int stream) {
        return streams.computeIfAbsent(stream, Stream::new);
    }

    /** The line as it is now. */
    String line() {
        Counts counts = streams.values().stream().map(Stream::counts).reduce(Counts.NONE, Counts::plus);
        long sent = streams.values().stream().mapToLong(Stream::sent).sum();
        return text.line(counts, sent);
    }

    private synchronized void show() {
        String line = line();
        if (terminal.interactive()) {
            terminal.err().print("\r" + NO_WRAPPING + line + CLEAR_REST + WRAPPING);
            terminal.err().flush();
        } else {
            terminal.err().println(line);
        }
    }

    private synchronized void say(String message) {
        terminal.err().println((terminal.interactive() ? "\r" + CLEAR_REST : "") + message);
    }

    private synchronized void print(AnswerLine line) {
        terminal.out().println(line.json());
    }

    @Override
    public void close() {
        timer.shutdownNow();
        if (terminal.interactive() && !options.quiet()) {
            terminal.err().print("\r" + CLEAR_REST);
        }
    }

    private final class Stream implements JobListener {

        private final int number;
        private volatile Counts counts = Counts.NONE;
        private volatile long sent;

        /** As far as earlier attempts have come: the next one passes over that, and tells it again. */
        private volatile Counts countsBefore = Counts.NONE;

        private volatile long sentBefore;

        Stream(int number) {
            this.number = number;
        }

        @Override
        public void begins(int attempt) {
            countsBefore = counts();
            sentBefore = sent();
            counts = Counts.NONE;
            sent = 0;
        }

        private Counts counts() {
            return counts.read() < countsBefore.read() ? countsBefore : counts;
        }

        private long sent() {
            return Math.max(sent, sentBefore);
        }

        @Override
        public void line(AnswerLine line) {
            if (line instanceof ChunkLine chunk) {
                counts = counts.plus(chunk.counts());
            } else if (line instanceof ProgressLine progress) {
                counts = progress.counts();
            }
            if (options.json()) {
                print(line);
            }
        }

        @Override
        public void sent(long bytes) {
            sent = bytes;
        }

        @Override
        public void waits(String reason, Duration pause) {
            say((streams.size() > 1 ? "Stream " + number + ": " : "") + reason + ". Sent again in "
                    + Math.max(1, pause.toSeconds()) + " s.");
        }
    }
}
