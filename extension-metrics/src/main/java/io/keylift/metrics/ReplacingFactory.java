// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/**
 * Replaces a factory of Keycloak by having its id, delegates to it, and times what its providers do.
 *
 * @param <P> the providers
 */
public abstract class ReplacingFactory<P extends Provider>
        implements ProviderFactory<P>, EnvironmentDependentProviderFactory, ServerInfoAwareProviderFactory {

    private final String id;

    /** {@code null} if Keycloak no longer has this class. */
    private final ProviderFactory<P> replaced;

    /** @param replaced see {@link Replaced} */
    protected ReplacingFactory(String id, ProviderFactory<P> replaced) {
        this.id = id;
        this.replaced = replaced;
    }

    /** Returns the provider with timing, or the provider itself without a running server. */
    protected abstract P timed(P provider);

    @Override
    public String getId() {
        return id;
    }

    @Override
    public int order() {
        return replaced == null ? 0 : replaced.order();
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        if (replaced instanceof EnvironmentDependentProviderFactory dependent) {
            return dependent.isSupported(config);
        }
        return replaced != null;
    }

    @Override
    public void init(Config.Scope config) {
        replaced.init(config);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        replaced.postInit(factory);
    }

    @Override
    public P create(KeycloakSession session) {
        return timed(replaced.create(session));
    }

    @Override
    public Set<Class<? extends Provider>> dependsOn() {
        return replaced == null ? Set.of() : replaced.dependsOn();
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return replaced == null ? List.of() : replaced.getConfigMetadata();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return replaced instanceof ServerInfoAwareProviderFactory aware ? aware.getOperationalInfo() : Map.of();
    }

    @Override
    public void close() {
        if (replaced != null) {
            replaced.close();
        }
    }
}
