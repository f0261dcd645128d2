// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A request for one decision or many, according to the OpenID AuthZEN Authorization API 1.0. An entry of {@code
 * evaluations} takes missing fields from the request. Fields without effect on capabilities are ignored.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record AccessRepresentation(
        Entity subject,
        Action action,
        Entity resource,
        JsonNode context,
        List<AccessRepresentation> evaluations,
        Options options) {

    /** A subject or a resource. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Entity(String type, String id, Map<String, JsonNode> properties) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Action(String name, Map<String, JsonNode> properties) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Options(String evaluations_semantic) {}

    /** Returns this request with missing fields taken from the outer one. */
    AccessRepresentation within(AccessRepresentation outer) {
        return new AccessRepresentation(
                subject == null ? outer.subject() : subject,
                action == null ? outer.action() : action,
                resource == null ? outer.resource() : resource,
                null,
                null,
                null);
    }
}
