// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** First line of an answer. */
public record JobLine(ObjectNode json) implements AnswerLine {

    public String id() {
        return json.path("id").asText();
    }

    /** Number of the attempt of the job, from 1. */
    public int run() {
        return json.path("run").asInt(1);
    }
}
