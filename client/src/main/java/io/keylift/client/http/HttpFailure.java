// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;

/** An answer that is an error, with the message of the server. */
public final class HttpFailure extends IOException {

    private static final long serialVersionUID = 1;

    /** A balancer without a node, or a node without a free place; the same request may succeed later. */
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    private static final int MOST_CHARACTERS = 500;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final int status;
    private final transient Duration retryAfter;

    private HttpFailure(int status, String message, Duration retryAfter) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Reads the rest of an answer whose status is an error. */
    public static HttpFailure of(Request request, Answer answer) throws IOException {
        String message;
        try {
            message = message(answer.text());
        } catch (IOException e) {
            message = ""; // the status alone says what to do
        }
        String reason = message.isEmpty() ? "" : ": " + message;
        return new HttpFailure(
                answer.status(),
                request + " was answered with " + answer.status() + reason,
                retryAfter(answer.header("retry-after")));
    }

    /** The message of Keycloak or of its token endpoint, with the code if there is one; nothing of a proxy's page. */
    private static String message(String body) {
        try {
            JsonNode error = JSON.readTree(body);
            String text = error.path("errorMessage").asText("");
            if (text.isEmpty()) {
                text = error.path("error_description").asText("");
            }
            if (text.isEmpty()) {
                text = error.path("error").asText("");
            }
            return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text;
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    /** Seconds or a date; {@code null} for neither. */
    private static Duration retryAfter(String header) {
        if (header == null) {
            return null;
        }
        try {
            return header.strip().matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(header.strip()))
                    : Duration.between(
                            Instant.now(), ZonedDateTime.parse(header.strip(), DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    public int status() {
        return status;
    }

    /** How long the server asks to wait, or {@code null}. */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** Whether the same request may succeed later. */
    public boolean isPassing() {
        return PASSING.contains(status);
    }
}
