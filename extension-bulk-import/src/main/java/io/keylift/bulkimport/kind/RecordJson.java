// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;

/** How records are read from JSON. Used both to read records and to derive their schema. */
public final class RecordJson {

    private RecordJson() {}

    /**
     * A mapper that accepts a single value for a list, as Keycloak does, takes {@code null} in a map of lists for an
     * empty list, and rejects fields that the record's class does not have.
     */
    public static JsonMapper mapper(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
                .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
                .addModule(new SimpleModule().setDeserializerModifier(new MapsOfLists()))
                .build();
    }
}
