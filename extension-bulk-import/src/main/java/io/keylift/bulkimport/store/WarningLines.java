// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.Warning;
import java.util.List;

/** Warnings as the job's row stores them: a JSON array. */
final class WarningLines {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();
    private static final TypeReference<List<Warning>> LIST = new TypeReference<>() {};

    private WarningLines() {}

    /** The text, or {@code null} for none. */
    static String write(List<Warning> warnings) {
        try {
            return warnings.isEmpty() ? null : MAPPER.writeValueAsString(warnings);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Warnings are always JSON", e);
        }
    }

    /** @param json may be {@code null} for none */
    static List<Warning> read(String json) {
        try {
            return json == null ? List.of() : MAPPER.readValue(json, LIST);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The job's row holds warnings that are not JSON", e);
        }
    }
}
