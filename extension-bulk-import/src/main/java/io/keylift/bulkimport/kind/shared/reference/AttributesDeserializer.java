// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads attributes as Keycloak does where it has a deserializer for them, but reports what that ignores silently:
 * attributes that are not an object, and values that are objects or lists. A {@code null} is a list with that value.
 */
public final class AttributesDeserializer extends JsonDeserializer<Map<String, List<String>>> {

    @Override
    public Map<String, List<String>> deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            context.handleUnexpectedToken(Map.class, json);
        }
        Map<String, List<String>> attributes = new HashMap<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            try {
                attributes.put(name, values(json, context));
            } catch (JsonMappingException e) {
                e.prependPath(attributes, name);
                throw e;
            }
        }
        return attributes;
    }

    private static List<String> values(JsonParser json, DeserializationContext context) throws IOException {
        List<String> values = new ArrayList<>(1);
        if (!json.isExpectedStartArrayToken()) {
            values.add(value(json, context));
            return values;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(json, context));
        }
        return values;
    }

    private static String value(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken().isStructStart()) {
            context.handleUnexpectedToken(String.class, json);
        }
        return json.hasToken(JsonToken.VALUE_NULL)
                ? null
                : context.readTree(json).asText();
    }
}
