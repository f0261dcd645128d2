// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** An input without its compression. */
public final class PlainInput implements Input {

    private final Input input;

    private PlainInput(Input input) {
        this.input = input;
    }

    /** The input itself if it is not compressed. */
    public static Input of(Input input) {
        return input.isCompressed() ? new PlainInput(input) : input;
    }

    @Override
    public InputStream open() throws IOException {
        return new GZIPInputStream(input.open());
    }

    @Override
    public Format format() {
        return input.format();
    }

    @Override
    public boolean isRepeatable() {
        return input.isRepeatable();
    }
}
