// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.keycloak.services.ErrorResponse;
import org.keycloak.util.JsonSerialization;

/**
 * The capabilities that a policy requires. Keycloak stores them in the policy's config: {@value #CAPABILITIES}, a JSON
 * array of names, and {@value #REQUIRE_ALL}.
 *
 * @param capabilities names of capabilities and sets
 * @param requireAll whether the user must have all of them instead of at least one
 */
record PolicyTerms(SortedSet<String> capabilities, boolean requireAll) {

    static final String CAPABILITIES = "capabilities";
    static final String REQUIRE_ALL = "requireAll";

    private static final int MAX_NAME_LENGTH = 255;
    private static final TypeReference<List<String>> NAMES = new TypeReference<>() {};

    /**
     * Validates the terms in a request.
     *
     * @throws org.keycloak.services.ErrorResponseException 400 if there are no names, or a value is invalid
     */
    static PolicyTerms checked(JsonNode capabilities, JsonNode requireAll) {
        return checked("", capabilities, requireAll);
    }

    /** Validates the config, which may be {@code null}, of the policy with this name. */
    static PolicyTerms checked(String policy, Map<String, String> config) {
        String prefix = "Policy \"" + policy + "\": ";
        Map<String, String> given = config == null ? Map.of() : config;
        return checked(prefix, parsed(prefix, given.get(CAPABILITIES)), parsed(prefix, given.get(REQUIRE_ALL)));
    }

    /** @param prefix prefix of the error message */
    private static PolicyTerms checked(String prefix, JsonNode capabilities, JsonNode requireAll) {
        if (capabilities == null || !capabilities.isArray() || capabilities.isEmpty()) {
            throw refused(prefix, "A capability policy requires an array of names of capabilities or sets");
        }
        SortedSet<String> names = new TreeSet<>();
        for (JsonNode name : capabilities) {
            if (!name.isTextual() || name.asText().isBlank() || name.asText().length() > MAX_NAME_LENGTH) {
                throw refused(
                        prefix, "The name of a capability or set must have 1 to " + MAX_NAME_LENGTH + " characters");
            }
            names.add(name.asText());
        }
        if (requireAll != null && !requireAll.isNull() && !requireAll.isBoolean()) {
            throw refused(prefix, "`requireAll` must be `true` or `false`");
        }
        return new PolicyTerms(names, requireAll != null && requireAll.asBoolean());
    }

    private static JsonNode parsed(String prefix, String json) {
        try {
            return json == null ? null : JsonSerialization.mapper.readTree(json);
        } catch (JsonProcessingException e) {
            throw refused(prefix, "The config of a capability policy is not valid JSON");
        }
    }

    private static RuntimeException refused(String prefix, String message) {
        return ErrorResponse.error(prefix + message, Status.BAD_REQUEST);
    }

    /** The terms in a stored config. */
    static PolicyTerms of(Map<String, String> config) {
        try {
            List<String> names = JsonSerialization.mapper.readValue(config.getOrDefault(CAPABILITIES, "[]"), NAMES);
            return new PolicyTerms(new TreeSet<>(names), Boolean.parseBoolean(config.get(REQUIRE_ALL)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("The capabilities of the policy are not a JSON array of names", e);
        }
    }

    void writeTo(Map<String, String> config) {
        try {
            config.put(CAPABILITIES, JsonSerialization.writeValueAsString(capabilities));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        config.put(REQUIRE_ALL, String.valueOf(requireAll));
    }
}
