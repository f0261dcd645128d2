// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import com.github.benmanes.caffeine.cache.Cache;
import io.keylift.bulkimport.kind.spi.DecisionCache;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.function.BiPredicate;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.common.Profile;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.GroupPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.UserPermissionEvaluator;

/** The caller's permissions for roles, groups, organizations, clients and users, with cached decisions. */
public final class Rights {

    private final Cache<String, Boolean> roles = DecisionCache.create();
    private final Cache<String, Boolean> scopedRoles = DecisionCache.create();
    private final Cache<String, Boolean> managedRoles = DecisionCache.create();
    private final Cache<String, Boolean> composites = DecisionCache.create();
    private final Cache<String, Boolean> groups = DecisionCache.create();
    private final Cache<String, Boolean> managedGroups = DecisionCache.create();
    private final Cache<String, Boolean> organizations = DecisionCache.create();
    private final Cache<String, Boolean> clients = DecisionCache.create();
    private final Cache<String, Boolean> resourceServers = DecisionCache.create();

    /**
     * Decisions on new users, which are the same for all of them. Those on existing users are not cached, because there
     * may be many.
     */
    private final Cache<String, Boolean> newUsers = DecisionCache.create();

    /** Whether the caller has roles that allow to manage all users. */
    private final Cache<String, Boolean> allUsers = DecisionCache.create();

    public static Rights of(ReadContext context) {
        return context.decisions(Rights.class, Rights::new);
    }

    /** Whether the caller may manage all clients or, with fine-grained permissions, at least one. */
    public static boolean mayManageAnyClient(AdminPermissionEvaluator permissions) {
        return permissions.clients().canManage()
                || !permissions
                        .clients()
                        .getClientIdsByScope(AdminPermissionsSchema.MANAGE)
                        .isEmpty();
    }

    /** Whether the caller may manage all roles of the realm, or the roles of at least one client. */
    public static boolean mayManageAnyRole(AdminPermissionEvaluator permissions) {
        return permissions.realm().canManageRealm() || mayManageAnyClient(permissions);
    }

    /** Whether the caller may manage the client with this internal id. */
    public boolean mayManageClient(ReadContext context, String id) {
        return clients.get(id, clientId -> {
            ClientModel client = context.session().clients().getClientById(context.realm(), clientId);
            return client != null && context.permissions().clients().canManage(client);
        });
    }

    /** Whether the caller may manage this client, which need not be loaded. */
    public boolean mayManageClient(ReadContext context, KnownClient client) {
        return clients.get(client.id(), id -> context.permissions().clients().canManage(client.model(context)));
    }

    public boolean mayMapRole(ReadContext context, String id) {
        return roles.get(id, roleId -> {
            RoleModel role = context.session().roles().getRoleById(context.realm(), roleId);
            return role != null && context.permissions().roles().canMapRole(role);
        });
    }

    /** Whether the caller may map this role, which need not be loaded. */
    public boolean mayMapRole(ReadContext context, KnownRole role) {
        return roles.get(role.id(), id -> context.permissions().roles().canMapRole(role.model(context)));
    }

    /** Whether the caller may add the role to the scope of a client or client scope that the caller may manage. */
    public boolean mayScopeRole(ReadContext context, KnownRole role) {
        return scopedRoles.get(role.id(), id -> context.permissions().roles().canMapClientScope(role.model(context)));
    }

    /** Whether the caller may add this role to composite roles. */
    public boolean mayMapComposite(ReadContext context, KnownRole role) {
        return composites.get(role.id(), id -> context.permissions().roles().canMapComposite(role.model(context)));
    }

    /** Whether the caller may change the role. */
    public boolean mayManageRole(ReadContext context, KnownRole role) {
        return managedRoles.get(role.id(), id -> context.permissions().roles().canManage(role.model(context)));
    }

    public boolean mayJoinGroup(ReadContext context, String id) {
        return groups.get(id, groupId -> {
            // Without fine-grained permissions, one permission applies to all groups, so none is loaded.
            if (!isFineGrained(context) && context.permissions().groups().canManage()) {
                return true;
            }
            GroupModel group = context.session().groups().getGroupById(context.realm(), groupId);
            return group != null && context.permissions().groups().canManageMembership(group);
        });
    }

    /** Whether the caller may add members to a new group, on which no permission exists yet. */
    public boolean mayJoinNewGroup(ReadContext context) {
        GroupPermissionEvaluator evaluator = context.permissions().groups();
        return isOfVersionTwo(context) ? evaluator.canManageMembership(null) : evaluator.canManage();
    }

    /** Whether the caller may change the group, or add a group to it. */
    public boolean mayManageGroup(ReadContext context, String id) {
        if (!isFineGrained(context)) {
            return true; // a caller who may manage groups may manage all of them
        }
        return managedGroups.get(id, groupId -> {
            GroupModel group = context.session().groups().getGroupById(context.realm(), groupId);
            return group != null && context.permissions().groups().canManage(group);
        });
    }

    public boolean mayManageOrganization(ReadContext context, String id) {
        return organizations.get(id, organizationId -> {
            if (!isFineGrained(context)) {
                return context.permissions().orgs().canManage();
            }
            OrganizationModel organization =
                    context.session().getProvider(OrganizationProvider.class).getById(organizationId);
            return organization != null && context.permissions().orgs().canManage(organization);
        });
    }

    /** Whether the caller may manage this user. */
    public boolean mayManageUser(ReadContext context, String userId) {
        return mayManageAllUsers(context) || mayChange(context, userId, "user", UserPermissionEvaluator::canManage);
    }

    /** Whether the caller may manage the resource server of a client; its id is the client's internal id. */
    public boolean mayManageAuthorization(ReadContext context, String id) {
        return resourceServers.get(id, serverId -> {
            if (!isFineGrained(context)) {
                return context.permissions().realm().canManageAuthorization(null);
            }
            ResourceServer server = context.session()
                    .getProvider(AuthorizationProvider.class)
                    .getStoreFactory()
                    .getResourceServerStore()
                    .findById(serverId);
            return context.permissions().realm().canManageAuthorization(server);
        });
    }

    /** Whether the caller may map any roles to a user; {@code null} stands for a new user. */
    public boolean mayMapRolesTo(ReadContext context, String userId) {
        return mayChange(context, userId, "roles", UserPermissionEvaluator::canMapRoles);
    }

    /** Whether the caller may change the groups of a user; {@code null} stands for a new user. */
    public boolean mayManageGroupsOf(ReadContext context, String userId) {
        return mayChange(context, userId, "groups", UserPermissionEvaluator::canManageGroupMembership);
    }

    /** Whether the caller may set credentials of an existing user. Keycloak requires the same to reset a password. */
    public boolean mayResetPasswordOf(ReadContext context, String userId) {
        return mayManageAllUsers(context)
                || mayChange(context, userId, "credentials", UserPermissionEvaluator::canResetPassword);
    }

    /** Whether a role allows the caller to manage each user, so that none is loaded to ask. */
    private boolean mayManageAllUsers(ReadContext context) {
        return allUsers.get("", any -> context.permissions().hasOneAdminRole(AdminRoles.MANAGE_USERS));
    }

    /** Only version 2 of fine-grained permissions has a permission to map roles to all users. */
    public static boolean mayMapRolesToUsers(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage()
                || Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ_V2)
                        && permissions.users().canMapRoles(null);
    }

    /** Without fine-grained permissions, only a caller who may manage users may map roles at all. */
    public static boolean mayMapRolesToDepartments(AdminPermissionEvaluator permissions, RealmModel realm) {
        return (isOfVersionOne() || AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(realm))
                && permissions.orgs().canManage();
    }

    /** Only version 2 of fine-grained permissions has a permission to manage the groups of all users. */
    public static boolean mayManageGroupsOfUsers(AdminPermissionEvaluator permissions) {
        return permissions.users().canManage()
                || Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ_V2)
                        && permissions.users().canManageGroupMembership(null);
    }

    private boolean mayChange(
            ReadContext context, String userId, String what, BiPredicate<UserPermissionEvaluator, UserModel> right) {
        if (!isFineGrained(context)) {
            return true; // a caller who may manage users may do this, too
        }
        UserPermissionEvaluator users = context.permissions().users();
        if (userId == null) {
            // Version 1 has permissions on existing users only.
            return newUsers.get(
                    what,
                    any -> isOfVersionOne() && !isOfVersionTwo(context) ? users.canManage() : right.test(users, null));
        }
        UserModel user = context.session().users().getUserById(context.realm(), userId);
        return user != null && right.test(users, user);
    }

    /** Whether permissions may be limited to single objects, by either version of fine-grained permissions. */
    public static boolean isFineGrained(ReadContext context) {
        return isOfVersionOne() || isOfVersionTwo(context);
    }

    private static boolean isOfVersionOne() {
        return Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ);
    }

    private static boolean isOfVersionTwo(ReadContext context) {
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(context.realm());
    }
}
