// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.request.RequestTracker;
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
    private final FailSafe failSafe;

    /** {@code null} if Keycloak no longer has this class. */
    private final ProviderFactory<P> replaced;

    /**
     * @param className see {@link Replaced}
     * @param figures figures that are missing without it, as the warning names them
     */
    protected ReplacingFactory(String id, Class<? extends ProviderFactory<P>> type, String className, String figures) {
        this.id = id;
        this.failSafe = new FailSafe(figures);
        this.replaced = Replaced.factory(type, className, figures);
    }

    /** Returns the provider with timing. */
    protected abstract P timed(P provider, RequestTracker tracker, FailSafe failSafe);

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
        P provider = replaced.create(session);
        return failSafe.attempt(() -> withTiming(provider), provider);
    }

    /** There is no tracker without a running server. */
    private P withTiming(P provider) {
        return RequestTracker.instance()
                .map(tracker -> timed(provider, tracker, failSafe))
                .orElse(provider);
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
