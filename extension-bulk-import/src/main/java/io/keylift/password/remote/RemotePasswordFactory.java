// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import io.keylift.hook.Guard;
import io.micrometer.core.instrument.Metrics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.quarkus.runtime.configuration.Configuration;
import org.keycloak.vault.VaultProvider;
import org.keycloak.vault.VaultRawSecret;

/** Has the old systems of the server, and verifies passwords by them where {@link RemotePasswords} asks for it. */
public final class RemotePasswordFactory implements PasswordHashProviderFactory {

    /** Keycloak's default of {@code db-pool-max-size}. */
    private static final int DEFAULT_POOL_SIZE = 100;

    /** Keycloak's default of {@code http-pool-max-threads}. */
    private static final int LEAST_THREADS = 50;

    private static final int THREADS_OF_A_CORE = 4;

    private final Guard guard = new Guard("verification of passwords by an old system");
    private final ProviderEventListener listener = this::onEvent;
    private KeycloakSessionFactory sessionFactory;
    private Targets targets;

    @Override
    public String getId() {
        return RemotePassword.ALGORITHM;
    }

    @Override
    public void init(Config.Scope config) {
        int connections = number("db-pool-max-size", DEFAULT_POOL_SIZE);
        int threads = number(
                "http-pool-max-threads",
                Math.max(LEAST_THREADS, THREADS_OF_A_CORE * Runtime.getRuntime().availableProcessors()));
        targets = new Targets(config::get, Math.min(connections, threads), Metrics.globalRegistry);
    }

    private static int number(String option, int absent) {
        return Configuration.getOptionalKcValue(option).map(Integer::valueOf).orElse(absent);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        factory.register(listener);
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent started) {
            guard.run(() -> KeycloakModelUtils.runJobInTransaction(started.getFactory(), this::readVault));
        }
    }

    /** The entries count as those of the master realm, so that no administrator of another realm can refer to them. */
    private void readVault(KeycloakSession session) {
        session.getContext().setRealm(session.realms().getRealmByName(Config.getAdminRealm()));
        VaultProvider vault = session.getProvider(VaultProvider.class);
        for (Secret secret : targets.secrets()) {
            if (secret.vaultEntry() != null && vault != null) {
                try (VaultRawSecret found = vault.obtainSecret(secret.vaultEntry())) {
                    found.get().ifPresent(bytes -> secret.found(StandardCharsets.UTF_8.decode(bytes.duplicate())));
                }
            }
        }
    }

    /** Whether the users of a realm can have passwords of this old system. */
    public boolean has(RealmModel realm, String remote) {
        return targets.of(RealmKey.of(realm), remote) != null;
    }

    /** Names of the old systems that the users of a realm can have. */
    List<String> of(RealmModel realm) {
        return targets.of(RealmKey.of(realm));
    }

    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        return new RemotePasswordProvider(session, targets, guard);
    }

    @Override
    public void close() {
        if (sessionFactory != null) {
            sessionFactory.unregister(listener);
        }
        targets.close();
    }
}
