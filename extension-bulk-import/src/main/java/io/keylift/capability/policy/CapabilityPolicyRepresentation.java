// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import com.fasterxml.jackson.databind.JsonNode;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;

/**
 * The representation of a policy at {@code /policy/capability}, in addition to the fields of all policies. The fields
 * accept any JSON, because Keycloak answers a value of the wrong type with an internal server error.
 */
public final class CapabilityPolicyRepresentation extends AbstractPolicyRepresentation {

    private JsonNode capabilities;
    private JsonNode requireAll;

    /** An array of names of capabilities and sets. */
    public JsonNode getCapabilities() {
        return capabilities;
    }

    public void setCapabilities(JsonNode capabilities) {
        this.capabilities = capabilities;
    }

    /** Whether the user must have all of them instead of at least one. */
    public JsonNode getRequireAll() {
        return requireAll;
    }

    public void setRequireAll(JsonNode requireAll) {
        this.requireAll = requireAll;
    }
}
