// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keycloak's asterisks in place of secrets. */
final class Masked {

    static final String REASON = "its source does not give this secret";

    private static final String MASK = "**********";

    private Masked() {}

    static boolean is(JsonNode value) {
        JsonNode text = value.isArray() && value.size() == 1 ? value.get(0) : value;
        return text.isTextual() && text.textValue().equals(MASK);
    }

    /** Removes the values that are masked, and returns their names. */
    static List<String> removeFrom(ObjectNode values) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, JsonNode> value : values.properties()) {
            if (is(value.getValue())) {
                names.add(value.getKey());
            }
        }
        values.remove(names);
        return names;
    }
}
