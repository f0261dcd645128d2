// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Answer;
import io.keylift.client.http.Http;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file at an address, read once. After a failure it goes on where it broke off. A server without ranges sends the
 * file from its beginning, of which the bytes that were read must be the same. Not safe for several threads.
 */
public final class Download extends InputStream {

    private final RemoteFile file;
    private final Attempts attempts;
    private final Passed passed = new Passed();
    private Answer answer;
    private long length = -1;

    private Download(RemoteFile file, Attempts attempts) {
        this.file = file;
        this.attempts = attempts;
    }

    /**
     * Asks for a file.
     *
     * @param headers of the requests, which may have secrets; they go to the host of the address alone
     * @param patience how long to go on without a byte
     * @throws InputFailure if the address is neither https nor of this machine, or the server has no such file
     */
    public static Download open(
            Http http, URI address, Map<String, String> headers, Duration patience, JobListener listener)
            throws IOException {
        Attempts.Waiting sleep = pause -> Thread.sleep(pause.toMillis());
        return open(
                new RemoteFile(http, address, headers),
                new Attempts(listener, new Pauses(ThreadLocalRandom.current()), sleep, patience));
    }

    static Download open(RemoteFile file, Attempts attempts) throws IOException {
        Download download = new Download(file, attempts);
        download.attempt(() -> {
            download.connect();
            return null;
        });
        return download;
    }

    /** Number of bytes, or -1 if the server did not say. */
    public long length() {
        return length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int size) throws IOException {
        return attempt(() -> {
            if (answer == null) {
                if (passed.count() == length) {
                    return -1;
                }
                connect();
            }
            try {
                int count = answer.body().read(bytes, offset, size);
                passed.add(bytes, offset, count);
                attempts.madeProgress();
                return count;
            } catch (IOException e) {
                close();
                throw e;
            }
        });
    }

    private <T> T attempt(Attempts.Attempt<T> attempt) throws IOException {
        try {
            return attempts.run(attempt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The download was interrupted");
        }
    }

    private void connect() throws IOException {
        RemoteFile.Part part = file.from(passed.count());
        if (length < 0) {
            length = part.length();
        }
        try {
            if (part.from() < passed.count()) {
                passed.requireSame(part.answer().body());
            }
        } catch (IOException e) {
            part.answer().close();
            throw e;
        }
        answer = part.answer();
    }

    @Override
    public void close() {
        if (answer != null) {
            answer.close();
            answer = null;
        }
    }
}
