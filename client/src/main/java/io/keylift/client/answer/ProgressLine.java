// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The state of a job about which there is nothing else to tell. */
public record ProgressLine(ObjectNode json) implements AnswerLine {

    /** {@code RUNNING} or {@code PAUSED}. */
    public String status() {
        return json.path("status").asText();
    }

    public boolean isPaused() {
        return status().equals("PAUSED");
    }

    public Counts counts() {
        return Counts.of(json);
    }
}
