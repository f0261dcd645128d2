// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/**
 * Fires the events of Keycloak's Admin API for each identity provider, if the import has events for each record. The
 * Admin API fires no admin event for the link to an organization.
 */
final class ProviderEvents {

    private static final String PATH = "identity-provider/instances";

    private final ImportContext context;

    ProviderEvents(ImportContext context) {
        this.context = context;
    }

    /** Path of an identity provider below the realm. */
    static String path(String alias) {
        return PATH + "/" + alias;
    }

    void fire(IdentityProviderWork work) {
        if (work.isNew()) {
            fireProvider(OperationType.CREATE, work);
            if (work.model.getOrganizationId() != null) {
                publishUpdated(work.model);
            }
        } else {
            if (work.changesProvider || work.changesLink()) {
                publishUpdated(work.model);
            }
            if (work.changesProvider) {
                fireProvider(OperationType.UPDATE, work);
            }
        }
        work.addedMappers.forEach(mapper -> fireMapper(OperationType.CREATE, work, mapper));
        work.changedMappers.forEach(mapper -> fireMapper(OperationType.UPDATE, work, mapper));
        work.removedMappers.forEach(mapper -> fireMapper(OperationType.DELETE, work, mapper));
    }

    private void publishUpdated(IdentityProviderModel updated) {
        KeycloakSession session = context.session();
        RealmModel realm = context.realm();
        session.getKeycloakSessionFactory().publish(new RealmModel.IdentityProviderUpdatedEvent() {
            @Override
            public RealmModel getRealm() {
                return realm;
            }

            @Override
            public IdentityProviderModel getUpdatedIdentityProvider() {
                return updated;
            }

            @Override
            public KeycloakSession getKeycloakSession() {
                return session;
            }
        });
    }

    private void fireProvider(OperationType operation, IdentityProviderWork work) {
        IdentityProviderRepresentation shown = work.record.toRepresentation(work.model);
        if (operation == OperationType.UPDATE) {
            shown.setOrganizationId(work.model.getOrganizationId());
        }
        event(ResourceType.IDENTITY_PROVIDER, operation)
                .resourcePath(path(work.record.alias()))
                .representation(shown)
                .success();
    }

    private void fireMapper(OperationType operation, IdentityProviderWork work, IdentityProviderMapperEntity mapper) {
        AdminEventBuilder event = event(ResourceType.IDENTITY_PROVIDER_MAPPER, operation)
                .resourcePath(path(mapper.getIdentityProviderAlias()), "mappers", mapper.getId());
        if (operation != OperationType.DELETE) {
            event.representation(sent(operation, work, mapper));
        }
        event.success();
    }

    /** As in the Admin API, the event of a mapper shows the representation as it was sent, without a generated id. */
    private static IdentityProviderMapperRepresentation sent(
            OperationType operation, IdentityProviderWork work, IdentityProviderMapperEntity mapper) {
        IdentityProviderMapperRepresentation given = work.record.mappers().stream()
                .filter(one -> one.getName().equals(mapper.getName()))
                .findFirst()
                .orElseThrow();
        boolean showsId = operation == OperationType.UPDATE || mapper.getId().equals(given.getId());
        IdentityProviderMapperRepresentation sent = new IdentityProviderMapperRepresentation();
        sent.setId(showsId ? mapper.getId() : null);
        sent.setName(given.getName());
        sent.setIdentityProviderAlias(mapper.getIdentityProviderAlias());
        sent.setIdentityProviderMapper(given.getIdentityProviderMapper());
        sent.setConfig(given.getConfig());
        return sent;
    }

    /** Creates a builder for each event: a builder keeps the representation of the previous event. */
    private AdminEventBuilder event(ResourceType resource, OperationType operation) {
        return context.adminEvent().resource(resource).operation(operation);
    }
}
