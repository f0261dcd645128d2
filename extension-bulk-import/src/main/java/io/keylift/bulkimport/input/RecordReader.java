// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Numbers the records of one body. For one thread at a time. */
public interface RecordReader extends AutoCloseable {

    /**
     * The next record, as soon as its last byte has come; blocks until then.
     *
     * @return null at the end of the input
     * @throws InputException when the input as a whole can't be read on; further calls throw the same
     * @throws IOException from the body itself, unchanged (the client has gone); further calls throw the same
     */
    InputRecord next() throws IOException;

    /**
     * Number of bytes read from the body so far, as they were sent: compressed ones if the body is gzipped, so that
     * they compare with Content-Length. Up to 64 KiB ahead of the last record. May be called by any thread.
     */
    long bytesRead();

    /**
     * Names of the fields that the header of a CSV body describes, with the number of the first column of each; empty
     * for other formats.
     */
    Map<String, Integer> fields();

    /** Warnings about the body as a whole. */
    List<InputWarning> warnings();

    /** Fingerprint of all bytes that have been read from the body, decompressed. Only for the thread that reads. */
    Fingerprint fingerprint();

    /**
     * Frees the reader's resources. The body stays open and belongs to its owner: closing a Quarkus request body reads
     * it to its end, which for an endless body never comes.
     */
    @Override
    void close() throws IOException;
}
