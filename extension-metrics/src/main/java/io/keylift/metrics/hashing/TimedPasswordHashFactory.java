// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import io.keylift.metrics.Replaced;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** Replaces a factory of Keycloak by having its id, delegates to it, and times its hashes. */
public abstract class TimedPasswordHashFactory
        implements PasswordHashProviderFactory, EnvironmentDependentProviderFactory, ServerInfoAwareProviderFactory {

    /** Ids of the replaced factories. */
    public static final List<String> IDS = List.of("argon2", "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512");

    private final String id;

    /** {@code null} if Keycloak no longer has this class. */
    private final PasswordHashProviderFactory replaced;

    TimedPasswordHashFactory(String id, String replacedClass) {
        this.id = id;
        this.replaced = Replaced.factory(PasswordHashProviderFactory.class, replacedClass, "hash times of " + id);
    }

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
    public PasswordHashProvider create(KeycloakSession session) {
        return TimedPasswordHash.of(id, replaced.create(session));
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
