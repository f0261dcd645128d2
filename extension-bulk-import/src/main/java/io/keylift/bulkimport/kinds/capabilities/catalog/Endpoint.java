// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** An API endpoint of a capability: a JSON object with any fields, stored unchanged. */
@JsonDeserialize(using = Endpoint.Reader.class)
record Endpoint(@JsonValue JsonNode json) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Accepts any object, and nothing else. */
    static final class Reader extends JsonDeserializer<Endpoint> {

        @Override
        public Endpoint deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.isExpectedStartObjectToken()) {
                context.handleUnexpectedToken(Endpoint.class, json);
            }
            return new Endpoint(context.readTree(json));
        }
    }

    /** The endpoints as the catalog stores them. */
    static String text(Collection<Endpoint> endpoints) {
        return endpoints.stream()
                .map(endpoint -> String.valueOf(endpoint.json()))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** The stored endpoints; {@code null} for {@code null}. */
    static List<Endpoint> list(String stored) {
        if (stored == null) {
            return null;
        }
        List<Endpoint> endpoints = new ArrayList<>();
        try {
            JSON.readTree(stored).forEach(endpoint -> endpoints.add(new Endpoint(endpoint)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
        return endpoints;
    }

    /** The stored endpoints, which may be {@code null}, followed by the new ones. */
    static String united(String kept, Collection<Endpoint> more) {
        Set<Endpoint> all = new LinkedHashSet<>(kept == null ? List.of() : list(kept));
        all.addAll(more);
        return text(all);
    }
}
