// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenIdFieldsTest {

    private static final JsonMapper JSON = new JsonMapper();

    private final GivenIdFields fields = new GivenIdFields(List.of("/id", "/mappers/*/id"));

    @Test
    void findsTheIdOfTheRecordAndThoseInsideIt() throws JsonProcessingException {
        JsonNode record = JSON.readTree("""
                {"id": "a", "mappers": [{"id": "b", "name": "x"}, {"name": "y"}, {"id": "c"}],
                 "owner": {"id": "d"}}""");

        assertThat(fields.of(record)).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void removesTheseAndNothingElse() throws JsonProcessingException {
        JsonNode record = JSON.readTree("""
                {"id": ["a"], "mappers": [{"id": "b", "name": "x"}, "c"], "owner": {"id": "d"}}""");

        fields.removeFrom(record);

        assertThat(record).isEqualTo(JSON.readTree("""
                {"mappers": [{"name": "x"}, "c"], "owner": {"id": "d"}}"""));
    }

    @Test
    void aSingleObjectStandsForAList() throws JsonProcessingException {
        assertThat(fields.of(JSON.readTree("{\"mappers\": {\"id\": \"b\"}}"))).containsExactly("b");
    }

    @Test
    void aNumberIsReadAsTheTextThatItBecomes() throws JsonProcessingException {
        assertThat(fields.of(JSON.readTree("{\"id\": 17}"))).containsExactly("17");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "7", "{}", "{\"id\": null}", "{\"id\": {}}", "{\"mappers\": [null, 3]}"})
    void findsNothingWhereNothingIs(String record) throws JsonProcessingException {
        JsonNode json = JSON.readTree(record);

        assertThat(fields.of(json)).isEmpty();
        fields.removeFrom(json);
    }

    @ParameterizedTest
    @CsvSource({
        "/id, true",
        "/mappers/17/id, true",
        "/mappers/17/name, false",
        "/mappers/id, false",
        "/name, false",
        "'', false",
    })
    void knowsTheKeysThatAreIds(String pointer, boolean isId) {
        assertThat(fields.include(new UniqueKey("any", "x", pointer))).isEqualTo(isId);
    }
}
