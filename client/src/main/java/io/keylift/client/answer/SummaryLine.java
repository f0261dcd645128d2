// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Last line of an answer. */
public record SummaryLine(ObjectNode json) implements AnswerLine {

    public String status() {
        return json.path("status").asText();
    }

    public boolean isCompleted() {
        return status().equals("COMPLETED");
    }

    /** Why the job ended before its time; empty if it did not. */
    public String code() {
        return json.path("code").asText();
    }

    public String message() {
        return json.path("message").asText();
    }

    public double seconds() {
        return json.path("seconds").asDouble();
    }

    public Counts counts() {
        return Counts.of(json);
    }

    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        for (JsonNode warning : json.path("warnings")) {
            warnings.add(Warning.of(warning));
        }
        return warnings;
    }
}
