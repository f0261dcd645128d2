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
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;

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

    /** {@code null} for records. */
    private final CsvText columns;

    private CorrectedInput(Input rejects, CsvText columns) {
        this.rejects = rejects;
        this.columns = columns;
    }

    /** Its first line says whether the rejects have records or rows of CSV. */
    public static CorrectedInput of(Input rejects) throws IOException {
        Input plain = PlainInput.of(rejects);
        try (LineReader lines = new LineReader(plain.open())) {
            Line first = lines.next();
            JsonNode cells = first == null ? MissingNode.getInstance() : field(first, CsvText.FIELD);
            return new CorrectedInput(plain, cells.isObject() ? CsvText.of(cells) : null);
        }
    }

    @Override
    public InputStream open() throws IOException {
        InputStream records = new MappedLines(new LineReader(rejects.open()), this::record);
        return columns == null
                ? records
                : new SequenceInputStream(new ByteArrayInputStream(bytes(columns.header() + "\n")), records);
    }

    private Line record(Line line) throws IOException {
        String name = columns == null ? "record" : CsvText.FIELD;
        JsonNode record = field(line, name);
        if (!record.isObject()) {
            throw new InputFailure("Line " + line.number() + " of the rejects has no `" + name + "`. A reject whose"
                    + " record could not be read has its `text`: write `" + name
                    + "` in its place, or remove the line.");
        }
        byte[] bytes = columns == null ? JSON.writeValueAsBytes(record) : bytes(columns.row(record, line.number()));
        return new Line(bytes, 0, bytes.length, line.number(), true);
    }

    private static JsonNode field(Line line, String name) throws IOException {
        try {
            return JSON.readTree(line.bytes(), line.offset(), line.length()).path(name);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance(); // without the text, which may have a secret
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Format format() {
        return columns == null ? Format.NDJSON : Format.CSV;
    }
}
