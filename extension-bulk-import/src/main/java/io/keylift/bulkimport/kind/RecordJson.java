// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How records are read from JSON. Reading them and describing them in a schema both go by this. */
public final class RecordJson {

    private RecordJson() {}

    /**
     * A mapper that takes a single value for a list, as Keycloak does, and nothing that the record's class does not
     * know.
     */
    public static JsonMapper mapper(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
                .build();
    }
}
