// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A record that was not rejected. */
public record RecordLine(ObjectNode json) implements AnswerLine {

    /** Number of the line in the input, from 1; 0 for an object that no record names. */
    public long line() {
        return json.path("line").asLong();
    }

    public String key() {
        return json.path("key").asText();
    }

    /** Such as {@code added}, {@code skipped} or {@code different}. */
    public String outcome() {
        return json.path("outcome").asText();
    }
}
