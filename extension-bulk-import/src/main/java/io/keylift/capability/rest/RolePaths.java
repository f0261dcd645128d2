// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import io.keylift.capability.assignment.Holder;
import io.keylift.capability.assignment.HolderType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/** All roles of a user, each with the shortest path to it: direct, through a group, or through a composite role. */
final class RolePaths {

    private final Map<String, RoleModel> roles = new LinkedHashMap<>();
    private final Map<String, String> groups = new LinkedHashMap<>();
    private final Map<String, RoleModel> composites = new LinkedHashMap<>();

    RolePaths(UserModel user) {
        Deque<RoleModel> open = new ArrayDeque<>();
        user.getRoleMappingsStream().forEach(role -> add(role, open));
        user.getGroupsStream().forEach(group -> addGroup(group, open));
        while (!open.isEmpty()) {
            RoleModel role = open.poll();
            role.getCompositesStream().forEach(part -> {
                if (add(part, open)) {
                    composites.put(part.getId(), role);
                }
            });
        }
    }

    private void addGroup(GroupModel member, Deque<RoleModel> open) {
        for (GroupModel group = member; group != null; group = group.getParent()) {
            String path = KeycloakModelUtils.buildGroupPath(group);
            group.getRoleMappingsStream().forEach(role -> {
                if (add(role, open)) {
                    groups.put(role.getId(), path);
                }
            });
        }
    }

    private boolean add(RoleModel role, Deque<RoleModel> open) {
        boolean isNew = roles.putIfAbsent(role.getId(), role) == null;
        if (isNew) {
            open.add(role);
        }
        return isNew;
    }

    Collection<RoleModel> roles() {
        return List.copyOf(roles.values());
    }

    /** The path from the user to this role, or to the user's direct assignments. */
    Map<String, Object> way(Holder holder) {
        if (holder.type() == HolderType.USER) {
            return Map.of("user", true);
        }
        RoleModel role = roles.get(holder.id());
        Map<String, Object> way = new LinkedHashMap<>(name(role));
        RoleModel composite = composites.get(role.getId());
        if (composite != null) {
            way.put("composite", way(Holder.role(composite.getId())));
        } else if (groups.containsKey(role.getId())) {
            way.put("group", groups.get(role.getId()));
        }
        return way;
    }

    private static Map<String, Object> name(RoleModel role) {
        Map<String, Object> name = new LinkedHashMap<>();
        name.put("role", role.getName());
        if (role.getContainer() instanceof ClientModel client) {
            name.put("client", client.getClientId());
        }
        return name;
    }
}
