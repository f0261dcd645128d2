// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads the lines of an answer as they arrive. */
public final class AnswerReader {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final BufferedReader lines;

    public AnswerReader(InputStream in) {
        lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next line, or {@code null} at the end. A line that broke off is as good as none. */
    public ObjectNode next() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                return parse(line);
            }
        }
        return null;
    }

    private static ObjectNode parse(String line) throws IOException {
        try {
            JsonNode json = JSON.readTree(line);
            if (json instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            // Without the text, which may be a record.
        }
        throw new IOException("The answer has a line that is no JSON object");
    }
}
