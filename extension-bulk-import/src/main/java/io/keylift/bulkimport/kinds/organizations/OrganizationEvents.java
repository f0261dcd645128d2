// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.representations.idm.OrganizationRepresentation;

/** Fires the events of Keycloak's Admin API for each organization, if the import has events for each record. */
final class OrganizationEvents {

    private final ImportContext context;

    OrganizationEvents(ImportContext context) {
        this.context = context;
    }

    void created(OrganizationWork work) {
        GroupModel model = model(work.group);
        OrganizationContext.fire(
                context.session(), model, () -> GroupModel.GroupCreatedEvent.fire(model, context.session()));
        if (work.record.attributes() != null && !work.record.attributes().isEmpty()) {
            fireUpdated(model);
        }
        fire(OperationType.CREATE, work.id, work.record.toRepresentation(work.id));
    }

    void updated(OrganizationWork work) {
        OrganizationChange change = work.change;
        if (change.changesAttributes()) {
            String groupId = change.organization().groupId();
            GroupEntity group = context.entityManager().getReference(GroupEntity.class, groupId);
            fireUpdated(model(group));
        }
        fire(
                OperationType.UPDATE,
                work.id,
                work.record.toRepresentation(work.record.requestedId() == null ? null : work.id));
    }

    private void fireUpdated(GroupModel group) {
        OrganizationContext.fire(
                context.session(), group, () -> GroupModel.GroupUpdatedEvent.fire(group, context.session()));
    }

    private GroupModel model(GroupEntity group) {
        return new GroupAdapter(context.session(), context.realm(), context.entityManager(), group);
    }

    private void fire(OperationType operation, String id, OrganizationRepresentation representation) {
        context.adminEvent()
                .resource(ResourceType.ORGANIZATION)
                .operation(operation)
                .resourcePath("organizations", id)
                .representation(representation)
                .success();
    }
}
