// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.ImportContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.UserPermissionEvaluator;

/** What the caller may do with each role, group, organization and user, decided once in a job. */
final class Rights {

    private final Map<String, Boolean> roles = new ConcurrentHashMap<>();
    private final Map<String, Boolean> groups = new ConcurrentHashMap<>();
    private final Map<String, Boolean> organizations = new ConcurrentHashMap<>();

    /** Decisions on new users, who are all alike; those on existing ones are not kept, because there may be many. */
    private final Map<String, Boolean> newUsers = new ConcurrentHashMap<>();

    static Rights of(ImportContext context) {
        return context.shared(Rights.class, Rights::new);
    }

    boolean mayMapRole(ImportContext context, String id) {
        return decide(roles, id, roleId -> {
            RoleModel role = context.session().roles().getRoleById(context.realm(), roleId);
            return role != null && context.permissions().roles().canMapRole(role);
        });
    }

    boolean mayJoinGroup(ImportContext context, String id) {
        return decide(groups, id, groupId -> {
            // Without fine-grained permissions one right holds for all groups: no need to load each.
            if (!isFineGrained(context) && context.permissions().groups().canManage()) {
                return true;
            }
            GroupModel group = context.session().groups().getGroupById(context.realm(), groupId);
            return group != null && context.permissions().groups().canManageMembership(group);
        });
    }

    boolean mayManageOrganization(ImportContext context, String id) {
        return decide(organizations, id, organizationId -> {
            if (!isFineGrained(context)) {
                return context.permissions().orgs().canManage();
            }
            OrganizationModel organization =
                    context.session().getProvider(OrganizationProvider.class).getById(organizationId);
            return organization != null && context.permissions().orgs().canManage(organization);
        });
    }

    /** Whether the caller may map roles to a user, whichever they are; {@code null} stands for a new one. */
    boolean mayMapRolesTo(ImportContext context, String userId) {
        return mayChange(context, userId, "roles", UserPermissionEvaluator::canMapRoles);
    }

    /** Whether the caller may manage which groups a user is in; {@code null} stands for a new one. */
    boolean mayManageGroupsOf(ImportContext context, String userId) {
        return mayChange(context, userId, "groups", UserPermissionEvaluator::canManageGroupMembership);
    }

    private boolean mayChange(
            ImportContext context, String userId, String what, BiPredicate<UserPermissionEvaluator, UserModel> right) {
        if (!isFineGrained(context)) {
            return true; // who may manage users may do this, too
        }
        UserPermissionEvaluator users = context.permissions().users();
        if (userId == null) {
            return decide(newUsers, what, any -> right.test(users, null));
        }
        UserModel user = context.session().users().getUserById(context.realm(), userId);
        return user != null && right.test(users, user);
    }

    static boolean isFineGrained(ImportContext context) {
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(context.realm());
    }

    /** Not {@code computeIfAbsent}: deciding may take SQL, and no other chunk should wait for it. */
    private static boolean decide(Map<String, Boolean> decided, String id, Predicate<String> decision) {
        Boolean known = decided.get(id);
        if (known == null) {
            known = decision.test(id);
            decided.put(id, known);
        }
        return known;
    }
}
