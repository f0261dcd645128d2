// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ComponentRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;

/**
 * Fires the events of the Admin API for each client, if the import has events for each record. Runs statements for each
 * client, so it is slow.
 */
final class ClientEvents {

    private final ImportContext context;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final ServiceAccounts serviceAccounts;

    private ClientEvents(ImportContext context, ServiceAccounts serviceAccounts) {
        this.context = context;
        this.serviceAccounts = serviceAccounts;
        session = context.session();
        realm = context.realm();
    }

    static void fire(ImportContext context, List<ClientWork> works, ServiceAccounts serviceAccounts) {
        ClientEvents events = new ClientEvents(context, serviceAccounts);
        for (ClientWork work : works) {
            if (work.isNew()) {
                events.created(work.fresh);
            } else if (work.isChange()) {
                events.updated(work.change);
            }
        }
    }

    private void created(NewClient fresh) {
        String id = fresh.entity().getId();
        ClientModel client = session.clients().getClientById(realm, id);
        publish(new ClientModel.ClientCreationEvent() {
            @Override
            public ClientModel getCreatedClient() {
                return client;
            }

            @Override
            public KeycloakSession getKeycloakSession() {
                return session;
            }
        });
        publishUpdated(client);
        publishGrants(id);
        fire(OperationType.CREATE, id, fresh.representation());
        if (fresh.resourceServer() != null) {
            fireServer(fresh, client);
        }
    }

    /** {@code POST} creates a resource server with defaults, and updates it by the settings that are given. */
    private void fireServer(NewClient fresh, ClientModel client) {
        ResourceServerEntity server = fresh.resourceServer();
        if (fresh.representation().getAuthorizationSettings() == null) {
            fire(OperationType.CREATE, server, client);
        } else {
            ResourceServerEntity initial = new ResourceServerEntity();
            initial.setId(server.getId());
            initial.setAllowRemoteResourceManagement(true);
            fire(OperationType.CREATE, initial, client);
            fire(OperationType.UPDATE, "clients", server, client);
        }
    }

    private void updated(ClientChange change) {
        String id = change.stored.id();
        ClientModel client = session.clients().getClientById(realm, id);
        if (!change.changesAttributes()) {
            publishUpdated(client); // otherwise the caches already have this event
        }
        publishGrants(id);
        if (change.addedServer != null) {
            fire(OperationType.CREATE, change.addedServer, client);
        } else if (change.removesServer) {
            fire(OperationType.DELETE, change.stored.resourceServer, client);
        } else if (change.changesServer) {
            fire(OperationType.UPDATE, change.stored.resourceServer, client);
        }
        fire(OperationType.UPDATE, id, change.representation);
        fireScopes(OperationType.DELETE, id, change.formerScopes(), change.scopes());
        fireScopes(OperationType.CREATE, id, change.scopes(), change.formerScopes());
    }

    /** The calls for client scopes, which {@code PUT} ignores: of those that only the first map has. */
    private void fireScopes(
            OperationType operation, String client, Map<String, Boolean> scopes, Map<String, Boolean> others) {
        scopes.forEach((scope, isDefault) -> {
            if (!isDefault.equals(others.get(scope))) {
                context.adminEvent()
                        .resource(ResourceType.CLIENT_SCOPE_CLIENT_MAPPING)
                        .operation(operation)
                        .resourcePath("clients", client, (isDefault ? "default" : "optional") + "-client-scopes", scope)
                        .success();
            }
        });
    }

    private void publishUpdated(ClientModel client) {
        publish(new ClientModel.ClientUpdatedEvent() {
            @Override
            public ClientModel getUpdatedClient() {
                return client;
            }

            @Override
            public KeycloakSession getKeycloakSession() {
                return session;
            }
        });
    }

    private void publish(ProviderEvent event) {
        session.getKeycloakSessionFactory().publish(event);
    }

    /** Fires the events of roles granted to the client's service account, and of groups that it joins. */
    private void publishGrants(String client) {
        for (Map.Entry<String, String> join : serviceAccounts.joinsOf(client)) {
            UserModel user = session.users().getUserById(realm, join.getKey());
            GroupModel group = session.groups().getGroupById(realm, join.getValue());
            GroupModel.GroupMemberJoinEvent.fire(group, user, session);
        }
        for (Map.Entry<String, String> grant : serviceAccounts.grantsOf(client)) {
            UserModel user = session.users().getUserById(realm, grant.getKey());
            RoleModel role = session.roles().getRoleById(realm, grant.getValue());
            RoleModel.RoleGrantedEvent.fire(role, user, session);
        }
    }

    private void fire(OperationType operation, String id, ClientRepresentation representation) {
        if (representation.getAttributes() != null) {
            representation
                    .getAttributes()
                    .replaceAll((name, value) -> ClientSecrets.isPrivateKey(name) && value != null
                            ? ComponentRepresentation.SECRET_VALUE
                            : value);
        }
        context.adminEvent()
                .resource(ResourceType.CLIENT)
                .operation(operation)
                .resourcePath("clients", id)
                .representation(representation)
                .success();
    }

    private void fire(OperationType operation, ResourceServerEntity server, ClientModel client) {
        fire(operation, "clients/" + server.getId(), server, client);
    }

    private void fire(OperationType operation, String path, ResourceServerEntity server, ClientModel client) {
        ResourceServerRepresentation representation = new ResourceServerRepresentation();
        representation.setId(server.getId());
        representation.setClientId(server.getId());
        representation.setName(client.getClientId());
        representation.setAllowRemoteResourceManagement(server.isAllowRemoteResourceManagement());
        representation.setPolicyEnforcementMode(server.getPolicyEnforcementMode());
        representation.setDecisionStrategy(server.getDecisionStrategy());
        context.adminEvent()
                .resource(ResourceType.AUTHORIZATION_RESOURCE_SERVER)
                .operation(operation)
                .resourcePath(path)
                .representation(representation)
                .success();
    }
}
