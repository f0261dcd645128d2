// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import io.keylift.hook.Guard;
import org.keycloak.Config;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.policy.provider.PolicyProvider;
import org.keycloak.authorization.policy.provider.PolicyProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;
import org.keycloak.representations.idm.authorization.PolicyRepresentation;

/**
 * The policy type {@code capability}.
 *
 * <p>It implements an internal SPI of Keycloak. If a Keycloak version no longer has this SPI, the class is never
 * loaded. If only types in the methods' signatures are missing, the class must still load, because otherwise the server
 * would not start. So it names these types in signatures only and delegates to {@link CapabilityPolicies}. The JVM then
 * resolves them only when a policy of this type is used.
 */
public final class CapabilityPolicyProviderFactory implements PolicyProviderFactory<AbstractPolicyRepresentation> {

    private final Guard guard = new Guard("decisions of capability policies");

    @Override
    public String getId() {
        return "capability";
    }

    @Override
    public String getName() {
        return "Capability";
    }

    @Override
    public String getGroup() {
        return "Identity Based";
    }

    @Override
    public PolicyProvider create(AuthorizationProvider authorization) {
        return CapabilityPolicies.provider(guard);
    }

    @Override
    public PolicyProvider create(KeycloakSession session) {
        return CapabilityPolicies.provider(guard);
    }

    @Override
    public Class<AbstractPolicyRepresentation> getRepresentationType() {
        return CapabilityPolicies.representationType();
    }

    @Override
    public AbstractPolicyRepresentation toRepresentation(Policy policy, AuthorizationProvider authorization) {
        return CapabilityPolicies.representation(policy);
    }

    @Override
    public void onCreate(Policy policy, AbstractPolicyRepresentation created, AuthorizationProvider authorization) {
        CapabilityPolicies.store(policy, created, authorization);
    }

    @Override
    public void onUpdate(Policy policy, AbstractPolicyRepresentation updated, AuthorizationProvider authorization) {
        CapabilityPolicies.store(policy, updated, authorization);
    }

    @Override
    public void onImport(Policy policy, PolicyRepresentation imported, AuthorizationProvider authorization) {
        CapabilityPolicies.storeConfig(policy, imported, authorization);
    }

    @Override
    public void onExport(Policy policy, PolicyRepresentation exported, AuthorizationProvider authorization) {
        CapabilityPolicies.export(policy, exported);
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}
}
