// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.util.List;
import java.util.Set;
import javax.naming.AuthenticationException;
import javax.naming.ldap.LdapName;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.idm.LDAPCapabilityRepresentation;
import org.keycloak.storage.ldap.LDAPConfig;
import org.keycloak.storage.ldap.idm.model.LDAPObject;
import org.keycloak.storage.ldap.idm.query.internal.LDAPQuery;
import org.keycloak.storage.ldap.idm.store.ldap.LDAPIdentityStore;
import org.keycloak.storage.ldap.mappers.LDAPOperationDecorator;

/** Times all calls of Keycloak to a directory. */
final class TimedLdapStore extends LDAPIdentityStore {

    private final TimedCalls calls;

    TimedLdapStore(KeycloakSession session, LDAPConfig config, TimedCalls calls) {
        super(session, config);
        this.calls = calls;
    }

    @Override
    public void add(LDAPObject object) {
        calls.run(() -> super.add(object));
    }

    @Override
    public void addMemberToGroup(LdapName group, String attribute, String value) {
        calls.run(() -> super.addMemberToGroup(group, attribute, value));
    }

    @Override
    public void removeMemberFromGroup(LdapName group, String attribute, String value) {
        calls.run(() -> super.removeMemberFromGroup(group, attribute, value));
    }

    @Override
    public void update(LDAPObject object) {
        calls.run(() -> super.update(object));
    }

    @Override
    public void remove(LDAPObject object) {
        calls.run(() -> super.remove(object));
    }

    @Override
    public List<LDAPObject> fetchQueryResults(LDAPQuery query) {
        return calls.call(() -> super.fetchQueryResults(query));
    }

    @Override
    public int countQueryResults(LDAPQuery query) {
        return calls.call(() -> super.countQueryResults(query));
    }

    @Override
    public Set<LDAPCapabilityRepresentation> queryServerCapabilities() {
        return calls.call(super::queryServerCapabilities);
    }

    @Override
    public void validatePassword(LDAPObject user, String password) throws AuthenticationException {
        calls.run(() -> super.validatePassword(user, password));
    }

    @Override
    public void updatePassword(LDAPObject user, String password, LDAPOperationDecorator decorator) {
        calls.run(() -> super.updatePassword(user, password, decorator));
    }
}
