// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.Closeable;
import java.io.IOException;

/** Finds records of an input by their numbers, in one pass. */
public interface Originals extends Closeable {

    /**
     * The text of a record.
     *
     * @param line number of the record in the input, not below that of the call before
     * @param fileLine line of the file where the record begins; 0 if the server does not say
     * @return {@code null} if the input has no such record, or none that can be shown
     */
    String text(long line, long fileLine) throws IOException;

    /** Name of the field of texts that are JSON objects. */
    default String field() {
        return "record";
    }

    static Originals of(Input input) throws IOException {
        Input plain = PlainInput.of(input);
        return switch (plain.format()) {
            case NDJSON -> new OriginalLines(new LineReader(plain.open()));
            case JSON -> new OriginalElements(plain.open());
            case CSV -> new OriginalRows(new LineReader(plain.open()));
            case ZIP -> new NoOriginals();
        };
    }

    /** None, for a format whose records are not found by their numbers. */
    final class NoOriginals implements Originals {

        @Override
        public String text(long line, long fileLine) {
            return null;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
