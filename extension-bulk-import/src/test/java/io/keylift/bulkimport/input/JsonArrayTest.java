// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.allocatedBy;
import static io.keylift.bulkimport.input.Bodies.outcomes;
import static io.keylift.bulkimport.input.InputFormat.JSON_ARRAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonArrayTest {

    private static final InputLimits TEN_BYTES = new InputLimits(10, 100, 20);

    @Test
    void eachElementIsARecordExactlyAsSent() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[{\"a\": [1, {}]},[1,[2]], {\"b\":{\"c\":\"d\"}}]"))
                .containsExactly("1:{\"a\": [1, {}]}", "2:[1,[2]]", "3:{\"b\":{\"c\":\"d\"}}");
    }

    @Test
    void elementsThatTellOfAnExportAreNoRecords() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":1},{\"summary\":{\"records\":1}},2,{\"summary\":{}}]"))
                .containsExactly("1:{\"a\":1}", "3:2");
        assertThat(outcomes(JSON_ARRAY, "[" + "{\"summary\":{}},".repeat(100_000) + "1]"))
                .containsExactly("100001:1");
    }

    @Test
    void scalarsPassAsTheyAre() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[1,\"a\",null, tru,-1e5]"))
                .containsExactly("1:1", "2:\"a\"", "3:null", "4:tru", "5:-1e5");
    }

    @Test
    void whitespaceAroundElementsIsTrimmed() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "\uFEFF \r\n[\n\t{ } \n ,\r\n 1\t]\n \n"))
                .containsExactly("1:{ }", "2:1");
    }

    @Test
    void bracketsCommasAndQuotesInStringsAreText() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":\"]},{[\"},\"\\\"],\\\\\",{\"\\\\\":1}]"))
                .containsExactly("1:{\"a\":\"]},{[\"}", "2:\"\\\"],\\\\\"", "3:{\"\\\\\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", " [ ] ", "\uFEFF[\n]\n"})
    void anEmptyArrayHasNoRecords(String body) throws IOException {
        assertThat(outcomes(JSON_ARRAY, body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "{\"a\":1}\n{\"a\":2}", "\"[\"", "]"})
    void anythingButAnArrayIsRefusedBeforeTheFirstRecord(String body) {
        assertThatThrownBy(() -> JSON_ARRAY.open(Bodies.body(body), false, TEN_BYTES))
                .isInstanceOfSatisfying(InputException.class, e -> {
                    assertThat(e.code()).isEqualTo("not_an_array");
                    assertThat(e).hasMessageContaining("application/x-ndjson");
                });
    }

    @Test
    void aBodyThatEndsInsideAnElementIsTruncated() throws IOException {
        for (String rest : List.of("{", "{\"a\":\"]", "12", "{} ", "\"\\")) {
            assertThat(outcomes(JSON_ARRAY, "[1," + rest))
                    .as(rest)
                    .containsExactly("1:1", "2!truncated_record", "!truncated_array");
        }
    }

    @Test
    void aBodyThatEndsBetweenElementsIsTruncated() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[")).containsExactly("!truncated_array");
        assertThat(outcomes(JSON_ARRAY, "[1,")).containsExactly("1:1", "!truncated_array");
        assertThat(outcomes(JSON_ARRAY, "[1, \n")).containsExactly("1:1", "!truncated_array");
    }

    @Test
    void anEmptyElementIsAFault() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[1,,2]")).containsExactly("1:1", "2!malformed_json", "3:2");
        assertThat(outcomes(JSON_ARRAY, "[1, ]")).containsExactly("1:1", "2!malformed_json");
        assertThat(outcomes(JSON_ARRAY, "[,]")).containsExactly("1!malformed_json", "2!malformed_json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]x", "[1] ]", "[1]\n{\"a\":1}", "[1],", "[][1]2"})
    void onlyArraysMayFollowTheArray(String body) throws IOException {
        assertThat(outcomes(JSON_ARRAY, body)).containsExactly("1:1", "!trailing_content");
    }

    /** As pages of the Admin API, one file after the other. */
    @Test
    void arraysMayFollowEachOther() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[1,2]\n[3] [ ][\n]\n[4]")).containsExactly("1:1", "2:2", "3:3", "4:4");
        assertThat(outcomes(JSON_ARRAY, "[]".repeat(100_000) + "[1,][,2]"))
                .containsExactly("1:1", "2!malformed_json", "3!malformed_json", "4:2");
        assertThat(outcomes(JSON_ARRAY, "[1][2,")).containsExactly("1:1", "2:2", "!truncated_array");
    }

    @Test
    void nothingMayFollowAnEmptyArray() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[]]")).containsExactly("!trailing_content");
    }

    @Test
    void malformedElementsStayWithinTheirBounds() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":[1}}, {\"b\":1}]")).containsExactly("1:{\"a\":[1}}", "2:{\"b\":1}");
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":1}}},2]")).containsExactly("1:{\"a\":1}}}", "2:2");
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":1]},2]")).containsExactly("1:{\"a\":1]}", "2:2");
        assertThat(outcomes(JSON_ARRAY, "[[{\"a\":1],2]")).containsExactly("1:[{\"a\":1]", "2:2");
        assertThat(outcomes(JSON_ARRAY, "[},2]")).containsExactly("1:}", "2:2");
        assertThat(outcomes(JSON_ARRAY, "[[{},1}],2]")).containsExactly("1:[{},1}]", "2:2");
    }

    @Test
    void aMissingBracketTakesTheFollowingElementsWithIt() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[{\"a\":1, {\"b\":1}, {\"c\":1}]"))
                .containsExactly("1!truncated_record", "!truncated_array");
    }

    @Test
    void twoValuesWithoutACommaAreNotGluedTogether() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[1 \n 2,{} {}]")).containsExactly("1:1 2", "2:{} {}");
    }

    @Test
    void anElementOfExactlyTheLimitPassesAndOneMoreByteDoesNot() throws IOException {
        assertThat(outcomes(JSON_ARRAY, "[1234567890 \n ,  \n1234567890\n]", TEN_BYTES))
                .containsExactly("1:1234567890", "2:1234567890");
        assertThat(outcomes(JSON_ARRAY, "[12345678901,\"345678901\"]", TEN_BYTES))
                .containsExactly("1!record_too_long", "2!record_too_long");
    }

    @Test
    void aLongElementIsAFaultAndTheNextIsARecord() throws IOException {
        String thirty = "[" + "{\"x],\"}".repeat(4);
        assertThat(outcomes(JSON_ARRAY, "[" + thirty + "],1]", TEN_BYTES)).containsExactly("1!record_too_long", "2:1");
        assertThat(outcomes(JSON_ARRAY, "[" + thirty + "0],1]", TEN_BYTES)).containsExactly("!record_endless");
    }

    @Test
    void anEndlessElementIsNotStored() throws Throwable {
        InputLimits limits = new InputLimits(1 << 16, 100, 64 << 20);
        InputStream endless = Bodies.repeating("[0,[", "\"]\",", Long.MAX_VALUE);
        assertThat(allocatedBy(() -> assertThat(outcomes(JSON_ARRAY, endless, false, limits))
                        .containsExactly("1:0", "!record_endless")))
                .isLessThan(8 << 20);
    }

    @Test
    void whitespaceIsNotStored() throws Throwable {
        InputStream spaces = Bodies.repeating("[0", " \n", 64 << 20);
        assertThat(allocatedBy(() -> assertThat(outcomes(JSON_ARRAY, spaces, false, TEN_BYTES))
                        .containsExactly("1!truncated_record", "!truncated_array")))
                .isLessThan(8 << 20);
    }

    @Test
    void theDeepestElementPassesAndOneLevelMoreIsAFault() throws IOException {
        String deepest = "[".repeat(1000) + "]".repeat(1000);
        String tooDeep = "{".repeat(1001) + "[[]]" + "}".repeat(1001);
        assertThat(outcomes(JSON_ARRAY, "[" + deepest + "," + tooDeep + ",2]"))
                .containsExactly("1:" + deepest, "2!record_too_deep", "3:2");
    }

    @Test
    void fiftyMillionBracketsAreNotStored() throws Throwable {
        InputLimits limits = new InputLimits(1 << 10, 100, 1L << 30);
        InputStream brackets = Bodies.repeating("[", "[", 50_000_000);
        assertThat(allocatedBy(() -> assertThat(outcomes(JSON_ARRAY, brackets, false, limits))
                        .containsExactly("1!truncated_record", "!truncated_array")))
                .isLessThan(8 << 20);
    }
}
