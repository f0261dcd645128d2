// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.StoredRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.GroupEntity;

/** The stored groups that a chunk changes: reads them, one query for each of their tables, and plans the changes. */
final class GroupChanges {

    private final ImportContext context;
    private final boolean overwrite;
    private final Queries rows;
    private StoredRows<GroupEntity> groups;

    GroupChanges(ImportContext context) {
        this.context = context;
        overwrite = context.spec().ifExists() == IfExists.OVERWRITE;
        rows = new Queries(context.entityManager());
    }

    /** Sets the change of each record, and rejects records whose change is forbidden. */
    <R extends GroupContent> void plan(List<GroupWork<R>> works) {
        Map<String, GroupChange> byId = load(works);
        for (GroupWork<R> work : works) {
            work.change = byId.get(work.storedId());
            if (work.change == null) {
                throw OutsideWork.resolveAgain();
            }
            work.change.plan(work, overwrite);
            checkRemovedRoles(work, work.change);
        }
    }

    private void checkRemovedRoles(GroupWork<?> work, GroupChange change) {
        Rights rights = Rights.of(context);
        if (change.removedRoles().stream().anyMatch(role -> !rights.mayMapRole(context, role))) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    work.record.realmRoles() == null ? "/clientRoles" : "/realmRoles",
                    "The caller does not have permission to unassign a role that the group has");
        }
    }

    private Map<String, GroupChange> load(List<? extends GroupWork<?>> works) {
        List<String> ids = works.stream().map(GroupWork::storedId).toList();
        Map<String, Map<String, List<String>>> attributes = attributesFor(works);
        Map<String, Map<String, String>> roles = rolesFor(works);
        Map<String, GroupChange> byId = new HashMap<>();
        groups = StoredRows.read(context.entityManager(), GroupEntity.class, GroupEntity::new, ids);
        groups.entities()
                .forEach((id, group) -> byId.put(
                        id,
                        new GroupChange(
                                group, attributes.getOrDefault(id, Map.of()), roles.getOrDefault(id, Map.of()))));
        return byId;
    }

    private Map<String, Map<String, List<String>>> attributesFor(List<? extends GroupWork<?>> works) {
        return GroupWork.ATTRIBUTES.load(
                rows,
                works.stream()
                        .filter(work -> work.record.attributes() != null)
                        .map(GroupWork::storedId)
                        .toList());
    }

    private Map<String, Map<String, String>> rolesFor(List<? extends GroupWork<?>> works) {
        return roles(works.stream()
                .filter(work -> work.record.givesRoles())
                .map(GroupWork::storedId)
                .toList());
    }

    /** Locks the groups that these records change, and returns whether their rows are as they were read. */
    boolean areAsReadOnceLocked(List<? extends GroupWork<?>> changed) {
        if (!groups.areAsReadOnceLocked(
                changed.stream().map(GroupWork::storedId).toList())) {
            return false;
        }
        Map<String, Map<String, List<String>>> attributes = attributesFor(changed);
        Map<String, Map<String, String>> roles = rolesFor(changed);
        return changed.stream()
                .map(work -> work.change)
                .allMatch(change -> GroupWork.ATTRIBUTES.same(
                                change.storedAttributes, attributes.getOrDefault(change.group.getId(), Map.of()))
                        && change.storedRoles.equals(roles.getOrDefault(change.group.getId(), Map.of())));
    }

    /** Updates the rows of these groups. */
    void update(List<GroupEntity> changed) {
        groups.update(changed);
    }

    private Map<String, Map<String, String>> roles(List<String> ids) {
        Map<String, Map<String, String>> roles = new HashMap<>();
        for (Object[] row : new ArrayList<>(rows.select(
                "select m.group.id, m.roleId, r.clientId from GroupRoleMappingEntity m"
                        + " join RoleEntity r on r.id = m.roleId where m.group.id in (:values)",
                ids,
                Map.of()))) {
            roles.computeIfAbsent((String) row[0], id -> new HashMap<>()).put((String) row[1], (String) row[2]);
        }
        return roles;
    }
}
