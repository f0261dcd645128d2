// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import org.keycloak.component.ComponentModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.storage.ldap.LDAPStorageProvider;
import org.keycloak.storage.ldap.LDAPStorageProviderFactory;

/**
 * Replaces Keycloak's {@code ldap} by having its id, and times the calls of its providers to the directory. It must be
 * a subclass, because a provider casts its factory to that class. If a Keycloak version moves the superclass, its build
 * fails with this JAR.
 */
public final class TimedLdapStorageFactory extends LDAPStorageProviderFactory {

    private final FailSafe failSafe = new FailSafe("calls of directories");

    /** {@code null} without a running server. */
    private TimedCalls calls;

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        super.postInit(factory);
        failSafe.attempt(() -> calls = RequestTracker.instance()
                .map(tracker -> new TimedCalls(Phase.LDAP, tracker::current, failSafe))
                .orElse(null));
    }

    @Override
    public LDAPStorageProvider create(KeycloakSession session, ComponentModel model) {
        LDAPStorageProvider storage = super.create(session, model);
        return calls == null ? storage : calls.standIn(storage, () -> timed(storage, session, model));
    }

    private LDAPStorageProvider timed(LDAPStorageProvider storage, KeycloakSession session, ComponentModel model) {
        return new LDAPStorageProvider(
                this,
                session,
                model,
                new TimedLdapStore(session, storage.getLdapIdentityStore().getConfig(), calls));
    }
}
