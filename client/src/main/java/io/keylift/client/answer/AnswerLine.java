// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A line of the answer of a job. Each has the fields that this version knows as methods, and all of them as JSON. */
public sealed interface AnswerLine
        permits JobLine, RecordLine, RejectLine, ChunkLine, ProgressLine, SummaryLine, OtherLine {

    /** The line as the server wrote it. */
    ObjectNode json();

    /** The line by its type; a type that this version does not know is {@link OtherLine}. */
    static AnswerLine of(ObjectNode json) {
        return switch (json.path("type").asText()) {
            case "job" -> new JobLine(json);
            case "record" -> new RecordLine(json);
            case "reject" -> new RejectLine(json);
            case "chunk" -> new ChunkLine(json);
            case "progress" -> new ProgressLine(json);
            case "summary" -> new SummaryLine(json);
            default -> new OtherLine(json);
        };
    }
}
