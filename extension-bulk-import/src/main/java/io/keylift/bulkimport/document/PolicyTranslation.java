// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Gives policies and permissions the fields of their type. A document has them as texts under {@code config}, some of
 * which are JSON.
 */
final class PolicyTranslation {

    private static final Set<String> PERMISSIONS = Set.of("resource", "scope", "uma");

    /** Names that records have instead. */
    private static final Map<String, String> NAMES = Map.of(
            "applyPolicies",
            "policies",
            "nbf",
            "notBefore",
            "noa",
            "notOnOrAfter",
            "defaultResourceType",
            "resourceType");

    /** Written by older versions: the flag of the permission of a new client, and the script of a policy. */
    private static final Set<String> WITHOUT_MEANING = Set.of("default", "code");

    private static final Set<String> FLAGS = Set.of("fetchRoles", "targetContextAttributes", "requireAll");

    static boolean isPermission(ObjectNode policy) {
        return PERMISSIONS.contains(policy.path("type").asText());
    }

    void translate(ObjectNode policy) {
        if (!(policy.remove("config") instanceof ObjectNode config)) {
            return;
        }
        config.remove(WITHOUT_MEANING);
        config.properties().forEach(entry -> {
            String name = NAMES.getOrDefault(entry.getKey(), entry.getKey());
            JsonNode value = value(name, entry.getValue());
            policy.set(name, name.equals("roles") ? roles(value) : value);
        });
    }

    /** Up to Keycloak 2.0, a policy had names of roles, none of which was required. */
    private static JsonNode roles(JsonNode value) {
        if (value instanceof ArrayNode roles) {
            for (int i = 0; i < roles.size(); i++) {
                if (roles.get(i).isTextual()) {
                    roles.set(i, roles.objectNode().set("id", roles.get(i)));
                }
            }
        }
        return value;
    }

    private static JsonNode value(String name, JsonNode value) {
        String text = value.asText();
        if (FLAGS.contains(name)) {
            return BooleanNode.valueOf(Boolean.parseBoolean(text));
        }
        if (text.startsWith("[")) {
            try {
                return DocumentParser.MAPPER.readTree(text);
            } catch (JsonProcessingException e) {
                return value; // the kind says what is wrong with it
            }
        }
        return value;
    }
}
