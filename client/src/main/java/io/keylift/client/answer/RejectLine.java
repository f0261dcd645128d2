// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A rejected record, in an answer or in the list of rejects of a job. */
public record RejectLine(ObjectNode json) implements AnswerLine {

    /** Number of the line in the input, from 1; 0 for an object that no record names. */
    public long line() {
        return json.path("line").asLong();
    }

    /** Line of the file where the record begins, for CSV and documents of Keycloak; 0 for others. */
    public long fileLine() {
        return json.path("fileLine").asLong();
    }

    public String key() {
        return json.path("key").asText();
    }

    public String code() {
        return json.path("code").asText();
    }

    /** JSON pointer to the place in the record. */
    public String pointer() {
        return json.path("pointer").asText();
    }

    public String message() {
        return json.path("message").asText();
    }
}
