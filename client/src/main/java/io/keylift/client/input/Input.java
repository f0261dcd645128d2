// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.io.InputStream;

/** The body of an import, the same bytes each time it is opened, as a job is resumed only by the same input. */
public interface Input {

    /** The bytes to send, from the first one. */
    InputStream open() throws IOException;

    /** Of the bytes; what is compressed is told apart by {@link #isCompressed}. */
    Format format();

    /** Whether the bytes are gzip, which the server takes as it is. */
    default boolean isCompressed() {
        return false;
    }

    /** Number of bytes, or -1 if it is not known before the end. */
    default long length() {
        return -1;
    }

    /** Whether it can be opened more than once. */
    default boolean isRepeatable() {
        return true;
    }

    /** Finds the records that rejects are about, as their author knows them. */
    default Originals originals() throws IOException {
        return Originals.of(this);
    }
}
