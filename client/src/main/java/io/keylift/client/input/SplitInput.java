// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.io.InputStream;

/**
 * The lines of one of several streams of an input. A line of another stream is sent as a blank one, which the server
 * counts and skips: so the numbers of lines in its answers are those of the whole input.
 */
public final class SplitInput implements Input {

    private final Input whole;
    private final RecordKey key;
    private final int stream;
    private final int streams;

    /**
     * @param whole lines of JSON
     * @param stream number of this stream, from 1
     */
    public SplitInput(Input whole, RecordKey key, int stream, int streams) throws InputFailure {
        if (!whole.format().hasLines()) {
            throw new InputFailure("Only lines of JSON can be split, and this input is " + whole.format());
        }
        this.whole = PlainInput.of(whole);
        this.key = key;
        this.stream = stream;
        this.streams = streams;
    }

    /** Each stream has the line of a moment in memory, so it is no longer than a record may be. */
    @Override
    public InputStream open() throws IOException {
        RecordKey.Reader keys = key.reader();
        return new MappedLines(
                new LineReader(whole.open(), LineReader.LONGEST_RECORD),
                line -> Math.floorMod(keys.hash(line), streams) + 1 == stream ? line : null);
    }

    @Override
    public Format format() {
        return Format.NDJSON;
    }

    @Override
    public boolean isRepeatable() {
        return whole.isRepeatable();
    }
}
