// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keylift.hook.Guard;
import jakarta.ws.rs.core.Response.Status;
import java.util.HashMap;
import java.util.Map;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.policy.provider.PolicyProvider;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;
import org.keycloak.services.ErrorResponse;

/** The code of {@link CapabilityPolicyProviderFactory}. The JVM loads this class only when the factory needs it. */
final class CapabilityPolicies {

    private CapabilityPolicies() {}

    static PolicyProvider provider(Guard guard) {
        return new CapabilityPolicyProvider(guard);
    }

    /** The SPI's type parameter must be the base class of all policy representations, hence the cast. */
    @SuppressWarnings("unchecked")
    static Class<AbstractPolicyRepresentation> representationType() {
        return (Class<AbstractPolicyRepresentation>) (Class<?>) CapabilityPolicyRepresentation.class;
    }

    static AbstractPolicyRepresentation representation(Policy policy) {
        PolicyTerms terms = PolicyTerms.of(policy.getConfig());
        CapabilityPolicyRepresentation shown = new CapabilityPolicyRepresentation();
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        terms.capabilities().forEach(names::add);
        shown.setCapabilities(names);
        shown.setRequireAll(BooleanNode.valueOf(terms.requireAll()));
        return shown;
    }

    static void store(Policy policy, AbstractPolicyRepresentation given, AuthorizationProvider authorization) {
        refuseAdminPermissions(policy, authorization);
        CapabilityPolicyRepresentation wanted = (CapabilityPolicyRepresentation) given;
        store(policy, PolicyTerms.checked(wanted.getCapabilities(), wanted.getRequireAll()));
    }

    static void storeConfig(Policy policy, PolicyRepresentation given, AuthorizationProvider authorization) {
        refuseAdminPermissions(policy, authorization);
        store(policy, PolicyTerms.checked(given.getName(), given.getConfig()));
    }

    /**
     * Admin permissions must not depend on capabilities: a caller who can assign a capability could then grant
     * permissions that the caller does not have.
     */
    private static void refuseAdminPermissions(Policy policy, AuthorizationProvider authorization) {
        if (AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(
                authorization.getRealm(), policy.getResourceServer().getId())) {
            throw ErrorResponse.error(
                    "Admin permissions cannot use a capability policy; use a policy of another type",
                    Status.BAD_REQUEST);
        }
    }

    private static void store(Policy policy, PolicyTerms terms) {
        Map<String, String> config = new HashMap<>(policy.getConfig());
        terms.writeTo(config);
        policy.setConfig(config);
    }

    static void export(Policy policy, PolicyRepresentation exported) {
        Map<String, String> config = new HashMap<>();
        PolicyTerms.of(policy.getConfig()).writeTo(config);
        exported.setConfig(config);
    }
}
