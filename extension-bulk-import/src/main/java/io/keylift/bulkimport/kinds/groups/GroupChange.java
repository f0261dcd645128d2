// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * Applies a record to a stored group. Overwriting works like {@code PUT}, and also replaces the roles that the record
 * gives. Merging keeps values that the record omits, and adds attributes and roles to the stored ones.
 */
final class GroupChange {

    final GroupEntity group;

    /** Attributes of the group; only if the record gives attributes. */
    final Map<String, List<String>> storedAttributes;

    /**
     * Roles of the group with their clients' internal ids, {@code null} for a realm role; only if the record gives
     * roles.
     */
    final Map<String, String> storedRoles;

    /** Parent of the group before the change. */
    final String formerParentId;

    final String formerName;

    private Map<String, List<String>> attributes;
    private final Set<String> roles = new LinkedHashSet<>();
    private final Set<String> removedRoles = new LinkedHashSet<>();
    private boolean rowChanges;

    GroupChange(GroupEntity group, Map<String, List<String>> storedAttributes, Map<String, String> storedRoles) {
        this.group = group;
        this.storedAttributes = storedAttributes;
        this.storedRoles = storedRoles;
        formerParentId = group.getParentId();
        formerName = group.getName();
    }

    void plan(GroupWork<?> work, boolean overwrite) {
        GroupContent to = work.record;
        rowChanges = work.action == GroupWork.Action.MOVE
                || ((overwrite || to.description() != null)
                        && !Objects.equals(to.description(), group.getDescription()));
        attributes = GroupWork.ATTRIBUTES.wanted(work, storedAttributes, !overwrite);
        work.mappings.roles().forEach(role -> roles.add(role.id()));
        if (overwrite) {
            storedRoles.forEach((role, client) -> {
                boolean given = client == null
                        ? to.realmRoles() != null
                        : work.mappings.clients().containsKey(client);
                if (given && !roles.contains(role)) {
                    removedRoles.add(role);
                }
            });
        }
        roles.removeAll(storedRoles.keySet());
    }

    boolean isChange() {
        return rowChanges || changesAttributes() || !roles.isEmpty() || !removedRoles.isEmpty();
    }

    /** Changes the entity of the group. */
    void apply(GroupWork<?> work, boolean overwrite, String parentId, long now) {
        group.setParentId(parentId);
        group.setName(work.branch.path().name());
        if (overwrite || work.record.description() != null) {
            group.setDescription(work.record.description());
        }
        group.setLastModifiedTimestamp(now);
    }

    boolean changesAttributes() {
        return !GroupWork.ATTRIBUTES.same(storedAttributes, attributes);
    }

    /** Attributes of the group after the change. */
    Map<String, List<String>> attributes() {
        return attributes;
    }

    Set<String> roles() {
        return roles;
    }

    Set<String> removedRoles() {
        return removedRoles;
    }
}
