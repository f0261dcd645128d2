// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.outcomes;
import static io.keylift.bulkimport.input.InputFormat.NDJSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A body without a record in any line is refused once, and not line by line. */
class NdjsonShapeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '\'', textBlock = """
            [/  {/    "username": "iris"/  }/]                          ! JSON array over several lines
            /[/{"username": "iris"},/{"username": "jonas"}/]            ! `Content-Type: application/json`
            [{"username": "iris"},/ {"username": "jonas"}]              ! JSON array over several lines
            [ {/"username": "iris"}]                                    ! JSON array over several lines
            {/  "realm" : "fjord",/  "users" : [ ]/}                    ! as `jq -c .` does
            {"realm":"fjord",/ "users":[]}                              ! a document of Keycloak as
            version: 1//dn: uid=iris,ou=people/objectClass: person/uid: iris  ! The body is LDIF
            version: 1/# people/dn:: dWlkPWlyaXM=/uid: iris/sn: x                  ! The body is LDIF
            username,email/iris,i@x.example/jonas,j@x.example/kaya,k@x.example  ! Send CSV as `Content-Type: text/csv`
            """)
    void aBodyOfAnotherFormatIsRefusedWithAHint(String body, String message) {
        assertThatThrownBy(() -> NDJSON.open(Bodies.body(body.replace('/', '\n')), false, Bodies.LIMITS))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo("not_ndjson"))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\n{\"a\":1}\n",
                "{\n{\"a\":1}\n",
                "[}\n{\"a\":1}\n",
                "[1,2]\n{\"a\":1}\n",
                "{\"a\":\n{\"a\":1}\n",
                "{\"a\":1,\n\"b\":2}\n{\"a\":1}\n",
                "[\n{\"a\":1}\n{\"a\":1}\n",
                "[{\"a\":1}\n{\"a\":1}\n",
                "nonsense\n\"a\"\n[]\n",
                "[{\"a\":1}]\n",
                "{",
                ""
            })
    void aBadLineIsAMatterOfThatLine(String body) throws IOException {
        assertThat(outcomes(NDJSON, body)).doesNotContain("!not_ndjson");
    }

    @Test
    void theRecordsStayWhatTheyAreHoweverTheyCome() throws IOException {
        String body = "\uFEFF\n" + "x".repeat(70_000) + "\nnonsense\n{\"a\":1}\n";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThat(outcomes(NDJSON, Bodies.dribbling(bytes, new Random(1), 9000), false, Bodies.LIMITS))
                .hasSize(3)
                .endsWith("3:nonsense", "4:{\"a\":1}");
    }
}
