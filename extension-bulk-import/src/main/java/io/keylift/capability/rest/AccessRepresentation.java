// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A request for one decision or many, as the OpenID AuthZEN Authorization API 1.0 has it: what an evaluation of many
 * leaves out is that of the request. What capabilities do not depend on is passed over.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record AccessRepresentation(
        Entity subject,
        Action action,
        Entity resource,
        JsonNode context,
        List<AccessRepresentation> evaluations,
        Options options) {

    /** Somebody, or something. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Entity(String type, String id, Map<String, JsonNode> properties) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Action(String name, Map<String, JsonNode> properties) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Options(String evaluations_semantic) {}

    /** This one, with what it leaves out taken from another. */
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
