// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Cuts plain bytes into records. Must not be called again after it has thrown. */
public interface Splitter extends Closeable {

    /** The next record, or null at the end of the input. */
    InputRecord next() throws IOException;

    /** Names of the fields that a header describes, with the number of the first column of each. */
    default Map<String, Integer> fields() {
        return Map.of();
    }

    /** Warnings about the body as a whole. Called after the end of the body. */
    default List<InputWarning> warnings() {
        return List.of();
    }

    @Override
    default void close() throws IOException {
        // Most keep nothing but memory.
    }
}
