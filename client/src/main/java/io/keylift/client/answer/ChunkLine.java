// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A committed chunk. */
public record ChunkLine(ObjectNode json) implements AnswerLine {

    public long chunk() {
        return json.path("chunk").asLong();
    }

    public long lastLine() {
        return json.path("lastLine").asLong();
    }

    /** Whether an earlier attempt committed the chunk. */
    public boolean isResumed() {
        return json.path("resumed").asBoolean();
    }

    public Counts counts() {
        return Counts.of(json);
    }
}
