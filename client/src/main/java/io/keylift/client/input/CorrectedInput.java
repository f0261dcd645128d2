// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/** The records of a file of rejects, after their correction. */
public final class CorrectedInput implements Input {

    /** Numbers stay as they are written. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Input rejects;

    public CorrectedInput(Input rejects) {
        this.rejects = PlainInput.of(rejects);
    }

    @Override
    public InputStream open() throws IOException {
        return new MappedLines(new LineReader(rejects.open()), CorrectedInput::record);
    }

    private static Line record(Line line) throws IOException {
        try {
            JsonNode record =
                    JSON.readTree(line.bytes(), line.offset(), line.length()).path("record");
            if (record.isObject()) {
                byte[] bytes = JSON.writeValueAsBytes(record);
                return new Line(bytes, 0, bytes.length, line.number());
            }
        } catch (JsonProcessingException e) {
            // Without the text, which may have a secret.
        }
        throw new InputFailure("Line " + line.number() + " of the rejects has no `record`. A reject whose record could"
                + " not be read has its `text`: write the record in its place, or remove the line.");
    }

    @Override
    public Format format() {
        return Format.NDJSON;
    }
}
