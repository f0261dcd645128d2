// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.OrganizationContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.representations.idm.RoleRepresentation;

/**
 * Fires the events of Keycloak's Admin API for mapped roles, if the import has events for each record. Runs statements
 * for each record, so it is slow.
 */
final class MappingEvents {

    private final ImportContext context;

    private MappingEvents(ImportContext context) {
        this.context = context;
    }

    static void fire(ImportContext context, List<MappingWork> works) {
        MappingEvents events = new MappingEvents(context);
        for (MappingWork work : works) {
            if (work.isOpen()) {
                events.fire(work);
            }
        }
    }

    private void fire(MappingWork work) {
        if (work.record.isOfGroup()) {
            fireOfGroup(work);
        } else if (!work.ofStorage) {
            fireOfUser(work); // Keycloak's models fire the events of users of a storage
        }
        fire(work, OperationType.DELETE, work.removed);
        fire(work, OperationType.CREATE, work.added);
    }

    private void fireOfUser(MappingWork work) {
        UserModel user = context.session().users().getUserById(context.realm(), work.subject);
        if (user != null) {
            work.removed.forEach(role -> RoleModel.RoleRevokedEvent.fire(role.model(context), user, context.session()));
            work.added.forEach(role -> RoleModel.RoleGrantedEvent.fire(role.model(context), user, context.session()));
        }
    }

    /**
     * For each role, Keycloak fires an event that the group or department has changed. The model reads the rows and bypasses the
     * cache.
     */
    private void fireOfGroup(MappingWork work) {
        GroupEntity entity = context.entityManager().find(GroupEntity.class, work.subject);
        if (entity != null) {
            GroupModel group = new GroupAdapter(context.session(), context.realm(), context.entityManager(), entity);
            for (int i = 0; i < work.removed.size() + work.added.size(); i++) {
                OrganizationContext.fire(
                        context.session(), group, () -> GroupModel.GroupUpdatedEvent.fire(group, context.session()));
            }
        }
    }

    private void fire(MappingWork work, OperationType operation, List<KnownRole> roles) {
        String subject = path(work) + "/role-mappings/";
        List<KnownRole> ofRealm =
                roles.stream().filter(role -> role.client() == null).toList();
        fire(ResourceType.REALM_ROLE_MAPPING, operation, subject + "realm", ofRealm);
        Map<String, List<KnownRole>> byClient = roles.stream()
                .filter(role -> role.client() != null)
                .collect(Collectors.groupingBy(role -> role.client().id(), LinkedHashMap::new, Collectors.toList()));
        byClient.forEach((client, ofClient) ->
                fire(ResourceType.CLIENT_ROLE_MAPPING, operation, subject + "clients/" + client, ofClient));
    }

    private static String path(MappingWork work) {
        String organization = work.organization == null ? "" : "organizations/" + work.organization + "/";
        return organization + (work.record.isOfGroup() ? "groups/" : "users/") + work.subject;
    }

    private void fire(ResourceType type, OperationType operation, String path, List<KnownRole> roles) {
        if (!roles.isEmpty()) {
            context.adminEvent()
                    .resource(type)
                    .operation(operation)
                    .resourcePath(path)
                    .representation(roles.stream().map(MappingEvents::brief).toList())
                    .success();
        }
    }

    private static RoleRepresentation brief(KnownRole role) {
        RoleRepresentation brief = new RoleRepresentation();
        brief.setId(role.id());
        brief.setName(role.name());
        return brief;
    }
}
