// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import com.fasterxml.jackson.databind.JsonNode;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;

/**
 * A policy as {@code /policy/capability} takes and shows it, beside what all policies have. Takes any JSON, for what
 * does not fit its types Keycloak would answer with an error of the server.
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

    /** Whether it takes all of them, and not just one. */
    public JsonNode getRequireAll() {
        return requireAll;
    }

    public void setRequireAll(JsonNode requireAll) {
        this.requireAll = requireAll;
    }
}
