// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Something that a job did otherwise than the caller may expect.
 *
 * @param kind empty if the job has one kind
 * @param pointer place in the records; empty for whole records
 * @param count how often; 1 if the server does not count it
 */
public record Warning(String code, String message, String kind, String pointer, long count) {

    static Warning of(JsonNode json) {
        return new Warning(
                json.path("code").asText(),
                json.path("message").asText(),
                json.path("kind").asText(),
                json.path("pointer").asText(),
                json.path("count").asLong(1));
    }
}
