// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.answer.AnswerLine;
import io.keylift.client.answer.AnswerReader;
import io.keylift.client.answer.ChunkLine;
import io.keylift.client.answer.ProgressLine;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Answer;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import io.keylift.client.input.InputFailure;
import java.io.EOFException;
import java.io.IOException;

/** Sends the request of a job until the job has ended. The server goes on after the last committed chunk. */
final class JobRun {

    private static final String INTERRUPTED = "INTERRUPTED";

    /** Another client sends the same job: sending it again would only take it away from that one in turn. */
    private static final String SUPERSEDED = "superseded";

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
    private final Attempts attempts;
    private long committedLine;

    /** @param repeatable whether the request can be sent more than once */
    JobRun(Authorized http, Requests requests, boolean repeatable, JobListener listener, Attempts attempts) {
        this.http = http;
        this.requests = requests;
        this.repeatable = repeatable;
        this.listener = listener;
        this.attempts = attempts;
    }

    /**
     * Runs the job until it has ended.
     *
     * @throws HttpFailure if the server refuses the job
     * @throws InputFailure if the input cannot be read, or not again
     * @throws IOException if there was no progress for too long
     */
    SummaryLine run() throws IOException, InterruptedException {
        return attempts.run(() -> {
            try {
                return attempt();
            } catch (HttpFailure | InputFailure e) {
                throw e;
            } catch (IOException e) {
                if (repeatable) {
                    throw e;
                }
                throw new InputFailure(
                        "The job broke off, and its input was kept nowhere. Send it again under the same name."
                                + " The reason: " + e.getMessage(),
                        e);
            }
        });
    }

    /** @throws IOException if the job has to be sent again */
    private SummaryLine attempt() throws IOException {
        SummaryLine summary = send();
        if (summary.status().equals(INTERRUPTED) && !summary.code().equals(SUPERSEDED)) {
            throw new IOException("The job was interrupted (" + summary.code() + "): " + summary.message());
        }
        return summary;
    }

    private SummaryLine send() throws IOException {
        SummaryLine summary = null;
        try (Answer answer = http.send(requests.next(committedLine))) {
            AnswerReader lines = new AnswerReader(answer.body());
            for (ObjectNode json = lines.next(); json != null; json = lines.next()) {
                AnswerLine line = AnswerLine.of(json);
                if (line instanceof SummaryLine last) {
                    summary = last;
                } else {
                    note(line);
                }
                listener.line(line);
            }
        }
        if (summary == null) {
            throw new EOFException("The answer ended without a summary");
        }
        return summary;
    }

    /** Chunks of removals and of an undo have no lines; one that was committed before is told again. */
    private void note(AnswerLine line) {
        if (line instanceof ChunkLine chunk && (!chunk.isResumed() || chunk.lastLine() > committedLine)) {
            committedLine = Math.max(committedLine, chunk.lastLine());
            attempts.madeProgress();
        } else if (line instanceof ProgressLine progress && progress.isPaused()) {
            attempts.wasHeld();
        }
    }
}
