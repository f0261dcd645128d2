// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.RecordReader;
import jakarta.ws.rs.WebApplicationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.representations.idm.ErrorRepresentation;

class CsvColumnsTest {

    private static JsonNode schema() throws IOException {
        return new JsonMapper()
                .readTree("{\"additionalProperties\":false,"
                        + "\"properties\":{\"username\":{},\"email\":{},\"attributes\":{},"
                        + "\"id\":{\"readOnly\":true}}}");
    }

    private static void require(String header) throws IOException {
        ByteArrayInputStream body = new ByteArrayInputStream(header.getBytes(StandardCharsets.UTF_8));
        try (RecordReader reader = InputFormat.CSV.open(body, false, new InputLimits(1000, 10, 1000))) {
            CsvColumns.require(reader.fields(), "users", schema());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            attributes.a,attributes.b,Username | Column 3 of the header row is not a field of kind users. Column 3 is \
            spelled `username`. Rename these columns, remove them, or use `drop=unknown-fields`. \
            Fields: attributes, email, username.
            username,secret,id,Email           | Columns 2, 4 of the header row are not fields of kind users. Column 4 \
            is spelled `email`. Rename these columns, remove them, or use `drop=unknown-fields`. \
            Fields: attributes, email, username.
            iris,iris@x.example,true           | Columns 1, 2, 3 of the header row are not fields of kind users. \
            Rename these columns, remove them, or use `drop=unknown-fields`. If the first row is a record, put a row \
            with the names of the fields before it. Fields: attributes, email, username.
            """)
    void columnsThatAreNoFieldsAreToldAtOnce(String header, String message) {
        WebApplicationException refusal = catchThrowableOfType(WebApplicationException.class, () -> require(header));

        assertThat(refusal.getResponse().getStatus()).isEqualTo(400);
        assertThat(((ErrorRepresentation) refusal.getResponse().getEntity()).getErrorMessage())
                .isEqualTo(message);
    }

    @Test
    void aHeaderOfManyColumnsIsNotRepeated() {
        String header = IntStream.range(0, 60).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        WebApplicationException refusal = catchThrowableOfType(WebApplicationException.class, () -> require(header));

        assertThat(((ErrorRepresentation) refusal.getResponse().getEntity()).getErrorMessage())
                .startsWith("Columns 1, 2, ")
                .contains(", 39, 40 and 20 more of the header row");
    }

    @Test
    void columnsOfFieldsAreTaken() {
        assertThatNoException().isThrownBy(() -> require("email,attributes.color,attributes.a\\.b[],username\n"));
    }
}
