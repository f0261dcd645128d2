// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.shared.reference.RoleMappingEvents;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.representations.idm.GroupRepresentation;

/**
 * Fires the events of Keycloak's Admin API for each group, if the import has events for each record. After moves,
 * always fires the event that updates identity provider mappers which name a group by its path.
 */
final class GroupEvents<R extends GroupContent> {

    private final ImportContext context;
    private final boolean departments;
    private final Map<String, String> formerPaths = new LinkedHashMap<>();

    GroupEvents(ImportContext context, GroupModel.Type type) {
        this.context = context;
        departments = type == GroupModel.Type.ORGANIZATION;
    }

    /** Notes the paths that are about to change, if the realm has a mapper that could name them. */
    void beforeMoves(Map<GroupWork<R>, GroupChange> changes) {
        List<String> moving = new ArrayList<>();
        changes.keySet().stream()
                .filter(work -> work.action == GroupWork.Action.MOVE)
                .forEach(work -> moving.add(work.id));
        if (moving.isEmpty()
                || context.session()
                        .identityProviders()
                        .getMappersStream(Map.of(), 0, 1)
                        .findAny()
                        .isEmpty()) {
            return;
        }
        for (String id : moving) {
            formerPaths.put(id, KeycloakModelUtils.buildGroupPath(model(id)));
        }
    }

    void afterMoves() {
        formerPaths.forEach((id, former) -> {
            GroupModel group = model(id);
            GroupModel.GroupPathChangeEvent.fire(
                    group, KeycloakModelUtils.buildGroupPath(group), former, context.session());
        });
    }

    /** Bypasses the cache, which must not store uncommitted data. */
    private GroupModel model(String id) {
        GroupEntity group = context.entityManager().find(GroupEntity.class, id);
        return new GroupAdapter(context.session(), context.realm(), context.entityManager(), group);
    }

    void fire(GroupPlan<R> plan, Map<Branch, GroupEntity> added, Map<GroupWork<R>, GroupChange> changes) {
        Map<Branch, GroupWork<R>> works = new HashMap<>();
        plan.works().forEach(work -> works.put(work.branch, work));
        added.forEach((branch, group) ->
                fireCreated(branch, createPath(branch, plan.tree(), group.getId()), group.getId(), works.get(branch)));
        changes.forEach((work, change) -> {
            GroupModel.GroupUpdatedEvent.fire(model(work.id), context.session());
            fireUpdated(work);
            String path = path(work);
            RoleMappingEvents.fireOfIds(context, OperationType.DELETE, path, change.removedRoles());
            RoleMappingEvents.fireOfIds(context, OperationType.CREATE, path, change.roles());
        });
    }

    /** @param work the record of the group; {@code null} if it is a missing parent */
    private void fireCreated(Branch branch, String path, String id, GroupWork<R> work) {
        GroupModel group = model(id);
        GroupModel.GroupCreatedEvent.fire(group, context.session());
        fire(OperationType.CREATE, path, representation(id, branch, work == null ? null : work.record));
        if (!departments || changesContent(work)) {
            GroupModel.GroupUpdatedEvent.fire(group, context.session());
        }
        if (work != null) {
            if (departments && hasContent(work) && !branch.path().isTop()) {
                // Below another department, POST gives a new one only its name.
                fireUpdated(work);
            }
            RoleMappingEvents.fire(context, OperationType.CREATE, path(work), work.mappings.roles());
        }
    }

    private boolean hasContent(GroupWork<R> work) {
        return work != null && (work.record.description() != null || work.record.attributes() != null);
    }

    private boolean changesContent(GroupWork<R> work) {
        return work != null
                && (work.record.description() != null
                        || (work.record.attributes() != null
                                && !work.record.attributes().isEmpty())
                        || !work.mappings.roles().isEmpty());
    }

    /** As in the Admin API, the event shows what was sent: the id only if the record gives it. */
    private void fireUpdated(GroupWork<R> work) {
        fire(
                OperationType.UPDATE,
                path(work),
                representation(work.record.id() == null ? null : work.id, work.branch, work.record));
    }

    private static String path(GroupWork<?> work) {
        return groupsPath(work.branch) + "/" + work.id;
    }

    private static String groupsPath(Branch branch) {
        String organization = branch.root().organizationId();
        return organization == null ? "groups" : "organizations/" + organization + "/groups";
    }

    /** The event of a removed group. Only that of a group of the realm shows its name. */
    static RemovalEvent removed(Branch branch, String id) {
        boolean department = branch.root().organizationId() != null;
        return new RemovalEvent(
                department ? ResourceType.ORGANIZATION_GROUP : ResourceType.GROUP,
                groupsPath(branch) + "/" + id,
                department ? null : representation(id, branch, null));
    }

    private String createPath(Branch branch, GroupTree tree, String id) {
        if (!branch.path().isTop()) {
            return groupsPath(branch) + "/" + tree.parentId(branch) + "/children";
        }
        return departments ? groupsPath(branch) : groupsPath(branch) + "/" + id;
    }

    private static GroupRepresentation representation(String id, Branch branch, GroupContent record) {
        GroupRepresentation representation = new GroupRepresentation();
        representation.setId(id);
        representation.setName(branch.path().name());
        if (record != null) {
            representation.setDescription(record.description());
            representation.setAttributes(record.attributes());
        }
        return representation;
    }

    private void fire(OperationType operation, String path, GroupRepresentation representation) {
        context.adminEvent()
                .resource(departments ? ResourceType.ORGANIZATION_GROUP : ResourceType.GROUP)
                .operation(operation)
                .resourcePath(path)
                .representation(representation)
                .success();
    }
}
