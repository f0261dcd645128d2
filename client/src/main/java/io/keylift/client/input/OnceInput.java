// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream that is sent once: a job that breaks off cannot be resumed. */
public final class OnceInput implements Input {

    private final InputStream in;
    private final Format format;
    private final AtomicBoolean opened = new AtomicBoolean();

    public OnceInput(InputStream in, Format format) {
        this.in = in;
        this.format = format;
    }

    @Override
    public InputStream open() throws InputFailure {
        if (!opened.compareAndSet(false, true)) {
            throw new InputFailure("The input was kept nowhere, so it cannot be sent again");
        }
        return in;
    }

    @Override
    public Format format() {
        return format;
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }
}
