// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.answer.AnswerLine;
import io.keylift.client.answer.AnswerReader;
import io.keylift.client.answer.ChunkLine;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Answer;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import io.keylift.client.input.InputFailure;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Sends the request of a job until the job has ended. The server goes on after the last committed chunk. */
final class JobRun {

    private static final String INTERRUPTED = "INTERRUPTED";

    /** Another client sends the same job: sending it again would only take it away from that one in turn. */
    private static final String SUPERSEDED = "superseded";

    /** Waits for a time. */
    @FunctionalInterface
    interface Waiting {

        void sleep(Duration pause) throws InterruptedException;
    }

    /** Makes the request of an attempt. */
    @FunctionalInterface
    interface Requests {

        /** @param committedLine last line of the input that is known to be committed */
        Request next(long committedLine);
    }

    private final Authorized http;
    private final Requests requests;
    private final boolean repeatable;
    private final JobListener listener;
    private final Pauses pauses;
    private final Waiting waiting;
    private final Duration patience;
    private Instant lastProgress;
    private long committedLine;

    JobRun(
            Authorized http,
            Requests requests,
            boolean repeatable,
            JobListener listener,
            Pauses pauses,
            Waiting waiting,
            Duration patience) {
        this.http = http;
        this.requests = requests;
        this.repeatable = repeatable;
        this.listener = listener;
        this.pauses = pauses;
        this.waiting = waiting;
        this.patience = patience;
    }

    /**
     * How the job has ended.
     *
     * @throws HttpFailure if the server refuses the job
     * @throws InputFailure if the input cannot be read, or not again
     * @throws IOException if there was no progress for too long
     */
    SummaryLine run() throws IOException, InterruptedException {
        lastProgress = Instant.now();
        for (int attempt = 1; ; attempt++) {
            listener.begins(attempt);
            IOException cause;
            try {
                SummaryLine summary = send();
                if (!summary.status().equals(INTERRUPTED) || summary.code().equals(SUPERSEDED)) {
                    return summary;
                }
                cause = new IOException("The job was interrupted (" + summary.code() + "): " + summary.message());
            } catch (InputFailure e) {
                throw e;
            } catch (HttpFailure e) {
                if (!e.isPassing()) {
                    throw e;
                }
                cause = e;
            } catch (IOException e) {
                cause = e;
            }
            awaitNext(cause);
        }
    }

    private SummaryLine send() throws IOException {
        SummaryLine summary = null;
        try (Answer answer = http.send(requests.next(committedLine))) {
            AnswerReader lines = new AnswerReader(answer.body());
            for (var json = lines.next(); json != null; json = lines.next()) {
                AnswerLine line = AnswerLine.of(json);
                if (line instanceof ChunkLine chunk && chunk.lastLine() > committedLine) {
                    committedLine = chunk.lastLine();
                    madeProgress();
                } else if (line instanceof SummaryLine last) {
                    summary = last;
                }
                listener.line(line);
            }
        }
        if (summary == null) {
            throw new EOFException("The answer ended without a summary");
        }
        return summary;
    }

    private void madeProgress() {
        pauses.reset();
        lastProgress = Instant.now();
    }

    private void awaitNext(IOException cause) throws IOException, InterruptedException {
        if (!repeatable) {
            throw new InputFailure(
                    "The job broke off, and its input was kept nowhere. Send it again under the same name. The reason: "
                            + cause.getMessage(),
                    cause);
        }
        Duration asked = null;
        if (cause instanceof HttpFailure failure) {
            asked = failure.retryAfter();
            if (failure.status() == 429) {
                // The server is well, and others have its places.
                lastProgress = Instant.now();
            }
        }
        if (Instant.now().isAfter(lastProgress.plus(patience))) {
            throw new IOException(
                    "Nothing was committed for " + patience.toMinutes() + " minutes. The last reason: "
                            + cause.getMessage(),
                    cause);
        }
        Duration pause = pauses.next(asked);
        listener.waits(cause.getMessage(), pause);
        waiting.sleep(pause);
    }
}
