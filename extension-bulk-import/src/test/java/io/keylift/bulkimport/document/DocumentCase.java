// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.InputWarning;
import io.keylift.bulkimport.input.Splitter;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Documents that become lines, in tests. Documents in a lenient JSON are short to write. */
abstract class DocumentCase {

    static final Target TARGET = new Target(
            "new", "default-roles-new", Map.of("browser", "flow-of-new"), Map.of("saml-only", "saml"), false, true);

    private static final InputLimits LIMITS = new InputLimits(1000, 200, 0);

    static final long ROOM = 200_000;

    static final ObjectMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    @TempDir
    Path directory;

    Target target = TARGET;
    SpoolSpace space;

    @BeforeEach
    void space() {
        space = new SpoolSpace(directory, ROOM);
    }

    Splitter open(String text) throws IOException {
        InputStream body = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return new DocumentReader(target, space).read(body, LIMITS);
    }

    static List<InputRecord> records(Splitter lines) throws IOException {
        List<InputRecord> records = new ArrayList<>();
        try (lines) {
            for (InputRecord record = lines.next(); record != null; record = lines.next()) {
                records.add(record);
                assertThat(record.line()).isEqualTo(records.size());
            }
        }
        return records;
    }

    List<String> lines(String documents) throws IOException {
        List<String> outcomes = outcomes(documents);
        assertThat(outcomes).noneMatch(outcome -> !outcome.startsWith("{"));
        return outcomes;
    }

    List<String> outcomes(String documents) throws IOException {
        StringBuilder text = new StringBuilder();
        LENIENT.readerFor(JsonNode.class).<JsonNode>readValues(documents).forEachRemaining(text::append);
        return texts(text.toString());
    }

    List<String> texts(String document) throws IOException {
        return records(open(document)).stream()
                .map(record -> record.fault() == null
                        ? new String(record.json(), StandardCharsets.UTF_8)
                        : record.fault().code())
                .toList();
    }

    List<InputWarning> warnings(String document) throws IOException {
        try (Splitter lines = open(LENIENT.readTree(document).toString())) {
            while (lines.next() != null) {
                // read to the end
            }
            return lines.warnings();
        }
    }

    static String line(String kind, String record) throws IOException {
        return "{\"kind\":\"" + kind + "\",\"record\":" + LENIENT.readTree(record) + "}";
    }

    static String merged(String kind, String record) throws IOException {
        return "{\"kind\":\"" + kind + "\",\"ifExists\":\"merge\",\"record\":" + LENIENT.readTree(record) + "}";
    }
}
