// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.HttpFailure;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Repeats what fails for a reason that passes, with growing pauses, until there was no progress for too long. An
 * attempt may last longer than that: if it fails, another one follows.
 */
final class Attempts {

    private static final int BUSY = 429;
    private static final int SERVER_ERROR = 500;

    /** A server whose database is away for a moment has errors; one that has more of them is broken. */
    private static final int MOST_SERVER_ERRORS = 6;

    /** Waits for a time. */
    @FunctionalInterface
    interface Waiting {

        void sleep(Duration pause) throws InterruptedException;

        default Instant now() {
            return Instant.now();
        }
    }

    /** Something that can be tried again. */
    @FunctionalInterface
    interface Attempt<T> {

        /** @throws IOException whose type tells whether the reason passes */
        T run() throws IOException;
    }

    private final JobListener listener;
    private final Pauses pauses;
    private final Waiting waiting;
    private final Duration patience;
    private Instant lastProgress;
    private int serverErrors;

    Attempts(JobListener listener, Pauses pauses, Waiting waiting, Duration patience) {
        this.listener = listener;
        this.pauses = pauses;
        this.waiting = waiting;
        this.patience = patience;
    }

    /** @throws IOException the reason that does not pass, or the last one before patience ended */
    <T> T run(Attempt<T> attempt) throws IOException, InterruptedException {
        lastProgress = waiting.now();
        for (int number = 1; ; number++) {
            Instant began = waiting.now();
            listener.begins(number);
            try {
                return attempt.run();
            } catch (IOException e) {
                if (isFinal(e)) {
                    throw e;
                }
                awaitNext(e, began);
            }
        }
    }

    /** Pauses are short again, and patience begins anew. */
    void madeProgress() {
        pauses.reset();
        serverErrors = 0;
        wasHeld();
    }

    /** Patience begins anew after a time in which no progress was to be expected. */
    void wasHeld() {
        lastProgress = waiting.now();
    }

    private boolean isFinal(IOException e) {
        if (e instanceof HttpFailure failure) {
            serverErrors = failure.status() == SERVER_ERROR ? serverErrors + 1 : 0;
            return serverErrors == 0 ? !failure.isPassing() : serverErrors > MOST_SERVER_ERRORS;
        }
        return e instanceof InputFailure || e instanceof OutputFailure || isOfCertificate(e);
    }

    /** A server that is not trusted, or is another one, stays so. */
    private static boolean isOfCertificate(Throwable e) {
        return e instanceof CertificateException
                || e instanceof SSLPeerUnverifiedException
                || e.getCause() != null && isOfCertificate(e.getCause());
    }

    private void awaitNext(IOException cause, Instant began) throws IOException, InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException(cause.getMessage());
        }
        Duration asked = null;
        if (cause instanceof HttpFailure failure) {
            asked = failure.retryAfter();
            if (failure.status() == BUSY) {
                // The server is well, and others have its places.
                wasHeld();
            }
        }
        if (began.isAfter(lastProgress.plus(patience))) {
            throw new IOException(
                    "There was no progress for " + patience.toMinutes() + " minutes. The last reason: "
                            + cause.getMessage(),
                    cause);
        }
        Duration pause = pauses.next(asked);
        listener.waits(cause.getMessage(), pause);
        waiting.sleep(pause);
    }
}
