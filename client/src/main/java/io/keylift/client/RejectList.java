// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.answer.AnswerReader;
import io.keylift.client.answer.RejectLine;
import io.keylift.client.input.Format;
import io.keylift.client.input.SpooledInput;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The rejects of a job. They wait in an encrypted temporary file, as a list takes a place of a node while it is read,
 * and a node ends the lists of slow readers.
 */
public final class RejectList implements Closeable {

    private final SpooledInput spool;
    private final AnswerReader lines;

    private RejectList(SpooledInput spool) {
        this.spool = spool;
        this.lines = new AnswerReader(spool.open());
    }

    /** Reads a list to its end. */
    static RejectList of(InputStream list, Path folder) throws IOException {
        SpooledInput spool = new SpooledInput(list, Format.NDJSON, folder);
        try {
            spool.readToEnd();
            return new RejectList(spool);
        } catch (IOException e) {
            spool.close();
            throw e;
        }
    }

    /** The next reject in the order of the input, or {@code null} at the end. */
    public RejectLine next() throws IOException {
        ObjectNode json = lines.next();
        return json == null ? null : new RejectLine(json);
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
