// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.bulkimport.job.Caller;

/** Reads and writes the caller of a job as JSON, as the job's row stores it. */
final class CallerJson {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private CallerJson() {}

    static String write(Caller caller) {
        try {
            return MAPPER.writeValueAsString(caller);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The caller of an import cannot be stored", e);
        }
    }

    static Caller read(String json) {
        try {
            return MAPPER.readValue(json, Caller.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The stored caller of an import cannot be read", e);
        }
    }
}
