// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.util.List;
import java.util.concurrent.Semaphore;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Adds the number of users who wait for their first sign-in to the Admin REST API of each realm. */
public final class WaitingUsersResourceFactory implements AdminRealmResourceProviderFactory {

    /** At the same time, on a node. */
    private final Semaphore places = new Semaphore(1);

    @Override
    public String getId() {
        return "remote-passwords";
    }

    @Override
    public AdminRealmResourceProvider create(KeycloakSession session) {
        return new WaitingUsersProvider(places);
    }

    @Override
    public void init(Config.Scope config) {
        // The options are those of the old systems.
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        // Nothing to look up.
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    private record WaitingUsersProvider(Semaphore places) implements AdminRealmResourceProvider {

        @Override
        public Object getResource(
                KeycloakSession session,
                RealmModel realm,
                AdminPermissionEvaluator permissions,
                AdminEventBuilder adminEvent) {
            List<String> remotes = session.getKeycloakSessionFactory()
                                    .getProviderFactory(PasswordHashProvider.class, RemotePassword.ALGORITHM)
                            instanceof RemotePasswordFactory options
                    ? options.of(realm)
                    : List.of();
            return new WaitingUsersResource(session, realm, permissions, remotes, places);
        }

        @Override
        public void close() {
            // Nothing to release.
        }
    }
}
