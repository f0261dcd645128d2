// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** The events of users who are linked to an account of an identity provider, or no longer. */
final class FederatedIdentityEvents {

    private FederatedIdentityEvents() {}

    /** Fires the event of Keycloak's models and the admin event. */
    static void fire(
            ImportContext context, OperationType operation, UserModel user, FederatedIdentityRepresentation identity) {
        publish(context, operation, user, identity);
        var event = context.adminEvent()
                .resource(ResourceType.USER)
                .operation(operation)
                .resourcePath("users", user.getId(), "federated-identity", identity.getIdentityProvider());
        if (operation == OperationType.CREATE) {
            event.representation(identity);
        }
        event.success();
    }

    /** Fires only the event of Keycloak's models. */
    static void publish(
            ImportContext context, OperationType operation, UserModel user, FederatedIdentityRepresentation identity) {
        KeycloakSession session = context.session();
        FederatedIdentityModel model = new FederatedIdentityModel(
                identity.getIdentityProvider(), identity.getUserId(), identity.getUserName());
        session.getKeycloakSessionFactory()
                .publish(
                        operation == OperationType.CREATE
                                ? new Added(session, context.realm(), user, model)
                                : new Removed(session, context.realm(), user, model));
    }

    private record Added(
            KeycloakSession getKeycloakSession,
            RealmModel getRealm,
            UserModel getUser,
            FederatedIdentityModel getFederatedIdentity)
            implements FederatedIdentityModel.FederatedIdentityCreatedEvent {}

    private record Removed(
            KeycloakSession getKeycloakSession,
            RealmModel getRealm,
            UserModel getUser,
            FederatedIdentityModel getFederatedIdentity)
            implements FederatedIdentityModel.FederatedIdentityRemovedEvent {}
}
