// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

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
 * Reads the attributes of a user as Keycloak does, but reports what Keycloak ignores silently: attributes that are not
 * an object, and values that are objects or lists.
 */
final class AttributesDeserializer extends JsonDeserializer<Map<String, List<String>>> {

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
