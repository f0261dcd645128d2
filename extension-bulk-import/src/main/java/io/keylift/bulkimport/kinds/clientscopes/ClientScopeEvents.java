// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.mappers.MapperTable;
import io.keylift.bulkimport.kind.shared.mappers.StoredMappers;
import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/** Fires the events of Keycloak's Admin API for each client scope, if the import has events for each record. */
final class ClientScopeEvents {

    static final String SCOPES = "client-scopes";

    private final ImportContext context;

    ClientScopeEvents(ImportContext context) {
        this.context = context;
    }

    void fire(ClientScopeWork work) {
        if (work.isNew()) {
            publishCreated(work.id);
            fireScope(OperationType.CREATE, work);
        } else {
            if (work.plan().changesRow() || work.plan().changes(ClientScopeTable.ATTRIBUTES)) {
                fireScope(OperationType.UPDATE, work);
            }
            MapperTable.Difference mappers = MapperTable.Difference.of(
                    work.stored().get(ClientScopeTable.MAPPERS), work.plan().after(ClientScopeTable.MAPPERS));
            mappers.added().forEach(mapper -> fireMapper(OperationType.CREATE, work, mapper));
            mappers.changed().forEach(mapper -> fireMapper(OperationType.UPDATE, work, mapper));
            mappers.removed().forEach(mapper -> fireMapper(OperationType.DELETE, work, mapper));
        }
        if (work.changesAssignment()) {
            fireAssignment(work);
        }
    }

    private void publishCreated(String id) {
        KeycloakSession session = context.session();
        ClientScopeModel scope = session.clientScopes().getClientScopeById(context.realm(), id);
        session.getKeycloakSessionFactory().publish(new ClientScopeModel.ClientScopeCreatedEvent() {
            @Override
            public ClientScopeModel getClientScope() {
                return scope;
            }

            @Override
            public KeycloakSession getKeycloakSession() {
                return session;
            }
        });
    }

    private void fireScope(OperationType operation, ClientScopeWork work) {
        event(ResourceType.CLIENT_SCOPE, operation)
                .resourcePath(SCOPES, work.id)
                .representation(work.representation)
                .success();
    }

    private void fireMapper(OperationType operation, ClientScopeWork work, ProtocolMapperEntity mapper) {
        AdminEventBuilder event = event(ResourceType.PROTOCOL_MAPPER, operation)
                .resourcePath(SCOPES, work.id, "protocol-mappers/models", mapper.getId());
        if (operation != OperationType.DELETE) {
            event.representation(StoredMappers.representation(mapper));
        }
        event.success();
    }

    private void fireAssignment(ClientScopeWork work) {
        Assignment before = work.formerAssignment();
        if (before != Assignment.NONE) {
            event(ResourceType.CLIENT_SCOPE, OperationType.DELETE)
                    .resourcePath(before.path, work.id)
                    .success();
        }
        if (work.assignment() != Assignment.NONE) {
            event(ResourceType.CLIENT_SCOPE, OperationType.CREATE)
                    .resourcePath(work.assignment().path, work.id)
                    .success();
        }
    }

    /** Creates a builder for each event: a builder keeps the representation of the previous event. */
    private AdminEventBuilder event(ResourceType resource, OperationType operation) {
        return context.adminEvent().resource(resource).operation(operation);
    }
}
