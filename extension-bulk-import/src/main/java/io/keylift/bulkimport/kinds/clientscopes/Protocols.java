// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import jakarta.ws.rs.WebApplicationException;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.ClientScopeAdapter;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.protocol.LoginProtocol;
import org.keycloak.protocol.LoginProtocolFactory;
import org.keycloak.representations.idm.ClientScopeRepresentation;

/** Rules of the server's protocols for client scopes, from Keycloak's own code and without SQL. */
final class Protocols {

    private final KeycloakSession session;
    private final RealmModel realm;

    Protocols(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    /** The protocol, or {@code null} if the server has none with this name. */
    private LoginProtocolFactory factory(String protocol) {
        return protocol == null
                ? null
                : (LoginProtocolFactory)
                        session.getKeycloakSessionFactory().getProviderFactory(LoginProtocol.class, protocol);
    }

    boolean isKnown(String protocol) {
        return factory(protocol) != null;
    }

    /** Whether the realm can have a client scope of the protocol that the representation gives. */
    boolean allows(ClientScopeRepresentation representation) {
        LoginProtocolFactory factory = factory(representation.getProtocol());
        if (factory != null) {
            try {
                factory.validateClientScope(session, representation);
            } catch (WebApplicationException e) {
                return false;
            }
        }
        return true;
    }

    /** Whether new clients can get a client scope of this protocol in this way. */
    boolean allows(String protocol, Assignment assignment) {
        LoginProtocolFactory factory = factory(protocol);
        if (factory != null && assignment != Assignment.NONE) {
            ClientScopeEntity scope = new ClientScopeEntity();
            scope.setProtocol(protocol);
            try {
                factory.validateClientScopeAssignment(
                        session,
                        new ClientScopeAdapter(realm, null, session, scope),
                        assignment == Assignment.DEFAULT,
                        realm);
            } catch (WebApplicationException e) {
                return false;
            }
        }
        return true;
    }

    /** Adds the default attributes of the protocol that the representation does not have. */
    void addDefaults(String protocol, ClientScopeRepresentation representation) {
        LoginProtocolFactory factory = factory(protocol);
        if (factory != null) {
            factory.addClientScopeDefaults(representation);
        }
    }
}
