// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import com.github.benmanes.caffeine.cache.Cache;
import io.keylift.bulkimport.kind.spi.DecisionCache;
import io.keylift.bulkimport.kind.spi.ReadContext;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.common.Profile;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.GroupModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The caller's permissions to view objects, with cached decisions. Keycloak's own evaluator decides on each object, not
 * the rules of the endpoint that would show it: some endpoints of the Admin API show too much.
 */
public final class ViewRights {

    private static final String REALM = "";

    private final Cache<String, Boolean> roleContainers = DecisionCache.create();
    private final Cache<String, Boolean> groups = DecisionCache.create();
    private final Cache<String, Boolean> groupsWithMembers = DecisionCache.create();
    private final Cache<String, Boolean> organizations = DecisionCache.create();
    private final Cache<String, Boolean> clients = DecisionCache.create();
    private final Cache<String, Boolean> resourceServers = DecisionCache.create();
    private final Cache<String, Boolean> whole = DecisionCache.create();

    public static ViewRights of(ReadContext context) {
        return context.decisions(ViewRights.class, ViewRights::new);
    }

    /** Keycloak decides on the realm or client of a role, never on a single role. */
    public boolean mayViewRole(ReadContext context, KnownRole role) {
        if (context.seesAll()) {
            return true;
        }
        String container = role.client() == null ? REALM : role.client().id();
        return roleContainers.get(
                container, any -> context.permissions().roles().canView(role.model(context)));
    }

    public boolean mayViewClient(ReadContext context, KnownClient client) {
        if (context.seesAll()) {
            return true;
        }
        return clients.get(client.id(), any -> context.permissions().clients().canView(client.model(context)));
    }

    /** Whether the caller may view the roles of this client, or those of the realm if it is {@code null}. */
    public boolean mayViewRolesOf(ReadContext context, KnownClient client) {
        return client == null
                ? context.seesAll() || context.permissions().roles().canList(context.realm())
                : mayViewClient(context, client);
    }

    /** Whether the caller may view client scopes. The permission applies to all of them. */
    public boolean mayViewClientScopes(ReadContext context) {
        return context.seesAll() || context.permissions().clients().canViewClientScopes();
    }

    /** Whether the caller may view the resources, scopes and policies of this client. */
    public boolean mayViewAuthorization(ReadContext context, KnownClient client) {
        if (context.seesAll()) {
            return true;
        }
        return resourceServers.get(client.id(), id -> {
            ResourceServer server = context.session()
                    .getProvider(AuthorizationProvider.class)
                    .getStoreFactory()
                    .getResourceServerStore()
                    .findById(id);
            return server != null && context.permissions().realm().canViewAuthorization(server);
        });
    }

    /**
     * Requires permission to view at least one resource server: all of them, or those of clients that the caller may
     * view.
     */
    public static void requireAnyAuthorization(AdminPermissionEvaluator permissions) {
        if (!permissions.realm().canViewAuthorization(null)) {
            permissions.clients().requireList();
        }
    }

    /**
     * Whether an export may show the resources, scopes and policies of this client. Those of the client for admin
     * permissions are the realm's permissions, which no import accepts.
     */
    public boolean mayExportAuthorization(ReadContext context, KnownClient client) {
        return !AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), client.id())
                && !AdminClients.isOne(context, client)
                && mayViewAuthorization(context, client);
    }

    public boolean mayViewGroup(ReadContext context, String id) {
        if (mayViewAllUsers(context)) {
            return true; // the same roles allow viewing all groups
        }
        return groups.get(id, groupId -> {
            GroupModel group = context.session().groups().getGroupById(context.realm(), groupId);
            return group != null && context.permissions().groups().canView(group);
        });
    }

    /** Whether the caller may view the members of the group. */
    public boolean mayViewMembers(ReadContext context, String id) {
        if (mayViewAllUsers(context)) {
            return true;
        }
        return groupsWithMembers.get(id, groupId -> {
            GroupModel group = context.session().groups().getGroupById(context.realm(), groupId);
            return group != null && context.permissions().groups().canViewMembers(group);
        });
    }

    public boolean mayViewOrganization(ReadContext context, String id) {
        if (mayViewAllOrganizations(context)) {
            return true;
        }
        return organizations.get(id, organizationId -> {
            OrganizationModel organization =
                    context.session().getProvider(OrganizationProvider.class).getById(organizationId);
            return organization != null && context.permissions().orgs().canView(organization);
        });
    }

    /** Decisions on users are not cached, because there may be many. */
    public boolean mayViewUser(ReadContext context, String id) {
        if (mayViewAllUsers(context)) {
            return true;
        }
        UserModel user = context.session().users().getUserById(context.realm(), id);
        return user != null && context.permissions().users().canView(user);
    }

    /** Whether the caller may view all users, all groups of the realm, and their members. */
    public boolean mayViewAllUsers(ReadContext context) {
        return context.seesAll()
                || whole.get(
                        "users",
                        any -> context.permissions().hasOneAdminRole(AdminRoles.VIEW_USERS, AdminRoles.MANAGE_USERS));
    }

    /** Whether the caller may view all organizations and departments. */
    public boolean mayViewAllOrganizations(ReadContext context) {
        return context.seesAll()
                || whole.get(
                        "organizations",
                        any -> context.permissions()
                                .hasOneAdminRole(
                                        AdminRoles.VIEW_ORGANIZATIONS,
                                        AdminRoles.MANAGE_ORGANIZATIONS,
                                        AdminRoles.MANAGE_REALM));
    }

    /** Whether the caller may view all clients, their roles, and client scopes. */
    public boolean mayViewAllClients(ReadContext context) {
        return context.seesAll()
                || whole.get(
                        "clients",
                        any -> context.permissions()
                                .hasOneAdminRole(AdminRoles.VIEW_CLIENTS, AdminRoles.MANAGE_CLIENTS));
    }

    /** Whether the caller may view the roles of the realm. */
    public boolean mayViewRealmRoles(ReadContext context) {
        return context.seesAll()
                || whole.get("roles", any -> context.permissions().realm().canViewRealm());
    }

    /** Whether the caller may view all roles, of the realm and of clients. */
    public boolean mayViewAllRoles(ReadContext context) {
        return mayViewRealmRoles(context) && mayViewAllClients(context);
    }

    /** Whether the caller may view all resources, scopes and policies of an export. */
    public boolean mayViewAllAuthorization(ReadContext context) {
        return context.seesAll()
                || whole.get(
                        "authorization",
                        any -> context.permissions()
                                .hasOneAdminRole(AdminRoles.VIEW_AUTHORIZATION, AdminRoles.MANAGE_AUTHORIZATION))
                || Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ_V2) && mayViewAllClients(context);
    }
}
