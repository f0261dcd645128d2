// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.answer.AnswerReader;
import io.keylift.client.answer.RejectLine;
import io.keylift.client.http.Answer;
import java.io.Closeable;
import java.io.IOException;

/** The rejects of a job, as they arrive. */
public final class RejectList implements Closeable {

    private final Answer answer;
    private final AnswerReader lines;

    RejectList(Answer answer) {
        this.answer = answer;
        this.lines = new AnswerReader(answer.body());
    }

    /** The next reject in the order of the input, or {@code null} at the end. */
    public RejectLine next() throws IOException {
        ObjectNode json = lines.next();
        return json == null ? null : new RejectLine(json);
    }

    @Override
    public void close() {
        answer.close();
    }
}
