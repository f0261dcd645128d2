// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.kind.shared.reference.OrganizationContext;
import io.keylift.bulkimport.kind.shared.reference.RoleMappingEvents;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * Fires the events of Keycloak's Admin API for mapped roles, if the import has events for each record. Runs statements
 * for each record, so it is slow.
 */
final class MappingEvents {

    private final ImportContext context;

    private MappingEvents(ImportContext context) {
        this.context = context;
    }

    static void fire(ImportContext context, List<RoleMappingWork> works) {
        MappingEvents events = new MappingEvents(context);
        for (RoleMappingWork work : works) {
            if (work.isOpen()) {
                events.fire(work);
            }
        }
    }

    private void fire(RoleMappingWork work) {
        if (work.record.isOfGroup()) {
            fireOfGroup(work);
        } else if (!work.ofStorage) {
            fireOfUser(work); // Keycloak's models fire the events of users of a storage
        }
        String subject = path(work);
        RoleMappingEvents.fire(context, OperationType.DELETE, subject, work.removed);
        RoleMappingEvents.fire(context, OperationType.CREATE, subject, work.added);
    }

    private void fireOfUser(RoleMappingWork work) {
        UserModel user = context.session().users().getUserById(context.realm(), work.subject());
        if (user != null) {
            RoleMappingEvents.tell(context, user, work.removed, work.added);
        }
    }

    /**
     * For each role, Keycloak fires an event that the group or department has changed. The model reads the rows and
     * bypasses the cache.
     */
    private void fireOfGroup(RoleMappingWork work) {
        GroupEntity entity = context.entityManager().find(GroupEntity.class, work.subject());
        if (entity != null) {
            GroupModel group = new GroupAdapter(context.session(), context.realm(), context.entityManager(), entity);
            for (int i = 0; i < work.removed.size() + work.added.size(); i++) {
                OrganizationContext.fire(
                        context.session(), group, () -> GroupModel.GroupUpdatedEvent.fire(group, context.session()));
            }
        }
    }

    private static String path(RoleMappingWork work) {
        String organization = work.organization == null ? "" : "organizations/" + work.organization + "/";
        return organization + (work.record.isOfGroup() ? "groups/" : "users/") + work.subject();
    }
}
