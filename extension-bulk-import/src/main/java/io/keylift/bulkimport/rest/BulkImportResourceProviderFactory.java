// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.startup.StartChecks;
import io.keylift.bulkimport.telemetry.ImportTelemetry;
import io.keylift.hook.Guard;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.models.AbstractKeycloakTransaction;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ServerInfoAwareProviderFactory;
import org.keycloak.quarkus.runtime.configuration.Configuration;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Creates the extension's objects and adds them to the Admin REST API of each realm. */
public final class BulkImportResourceProviderFactory
        implements AdminRealmResourceProviderFactory, ServerInfoAwareProviderFactory {

    static final String ID = "bulk-import";

    /** Keycloak's default of {@code db-pool-max-size}. */
    private static final int DEFAULT_POOL_SIZE = 100;

    private final ProviderEventListener listener = this::onEvent;
    private final Guard start = new Guard("checks at the start of the server");
    private final Guard removedRealms = new Guard("removal of the jobs of a removed realm");
    private Settings settings;
    private KeycloakSessionFactory sessionFactory;
    private ImportTelemetry telemetry;
    private BulkImport bulkImport;
    private StartChecks startChecks;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public void init(Config.Scope config) {
        int poolSize = Configuration.getOptionalKcValue("db-pool-max-size")
                .map(Integer::valueOf)
                .orElse(DEFAULT_POOL_SIZE);
        settings = Settings.of(new OptionReader(config::get), poolSize);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        telemetry = new ImportTelemetry(factory);
        startChecks = new StartChecks(factory, settings.allowUntestedKeycloak(), settings.createMissingIndexes());
        bulkImport = new BulkImport(factory, settings, telemetry, startChecks);
        factory.register(listener);
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent) {
            settings.storedSecretsKey().readVault(sessionFactory);
            start.run(() -> startChecks.run(bulkImport::removeAbandonedJobs));
            start.run(bulkImport::scheduleRetention);
        } else if (event instanceof RealmModel.RealmRemovedEvent removed) {
            removedRealms.run(() ->
                    removeJobs(removed.getKeycloakSession(), removed.getRealm().getId()));
        }
    }

    private void removeJobs(KeycloakSession session, String realmId) {
        bulkImport.ledger(session).deleteRealm(realmId);
        session.getTransactionManager().enlistAfterCompletion(new AbstractKeycloakTransaction() {
            @Override
            protected void commitImpl() {
                removedRealms.run(() -> bulkImport.engine().endIn(realmId));
            }

            @Override
            protected void rollbackImpl() {
                // the realm still exists
            }
        });
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        return new ResourceProvider(bulkImport);
    }

    BulkImport bulkImport() {
        return bulkImport;
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return Settings.metadata();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        Map<String, String> info = settings.describe();
        info.put("version", String.valueOf(getClass().getPackage().getImplementationVersion()));
        return info;
    }

    @Override
    public void close() {
        if (bulkImport != null) {
            sessionFactory.unregister(listener);
            startChecks.close();
            bulkImport.close();
            telemetry.close();
        }
    }

    private record ResourceProvider(BulkImport bulkImport) implements AdminRealmResourceProvider {

        @Override
        public Object getResource(
                KeycloakSession session,
                RealmModel realm,
                AdminPermissionEvaluator permissions,
                AdminEventBuilder adminEvent) {
            return new BulkImportResource(session, realm, permissions, adminEvent, bulkImport);
        }

        @Override
        public void close() {}
    }
}
