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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.representations.idm.ErrorRepresentation;

class CsvColumnsTest {

    private static JsonNode schema() throws IOException {
        return new JsonMapper()
                .readTree("{\"additionalProperties\":false,"
                        + "\"properties\":{\"username\":{},\"email\":{},\"attributes\":{}}}");
    }

    private static void require(String header) throws IOException {
        ByteArrayInputStream body = new ByteArrayInputStream(header.getBytes(StandardCharsets.UTF_8));
        try (RecordReader reader = InputFormat.CSV.open(body, false, new InputLimits(1000, 10, 1000))) {
            CsvColumns.require(reader.fields(), "users", schema());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            username;email                     | 1 | Separate cells with commas, not with semicolons.
            sep=;                              | 1 | Separate cells with commas, not with semicolons.
            usernameTABemail                   | 1 | Separate cells with commas, not with tabs.
            attributes.a,attributes.b,Username | 3 | The field is spelled `username`.
            username,secret                    | 2 | Its fields: attributes, email, username.
            """)
    void aColumnThatIsNoFieldIsSaidAtOnce(String header, int column, String hint) {
        WebApplicationException refusal =
                catchThrowableOfType(WebApplicationException.class, () -> require(header.replace("TAB", "\t")));

        assertThat(refusal.getResponse().getStatus()).isEqualTo(400);
        assertThat(((ErrorRepresentation) refusal.getResponse().getEntity()).getErrorMessage())
                .isEqualTo("Column " + column + " of the header row is not a field of kind users. " + hint);
    }

    @Test
    void columnsOfFieldsAreTaken() {
        assertThatNoException().isThrownBy(() -> require("email,attributes.color,attributes.a\\.b[],username\n"));
    }
}
