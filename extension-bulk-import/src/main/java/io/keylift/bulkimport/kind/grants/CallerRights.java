// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.grants;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.Rights;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.GroupModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The caller's rights to objects, among them those that are made at this moment. Names of tables in capitals. */
final class CallerRights {

    /** Tables of what others hang on, and of which an object brings rows along. */
    private static final Set<String> OWNERS = Set.of("USER_ENTITY", "KEYCLOAK_GROUP", "KEYCLOAK_ROLE");

    private final ReadContext context;
    private final AdminPermissionEvaluator permissions;
    private final Rights rights;
    private final Facts facts;
    private final boolean fine;
    private final boolean managesUsers;

    /** No permission on one of these is older than the object: only those on all objects of a type apply. */
    private final Set<ObjectRow> made;

    private Set<String> defaultGroups;

    CallerRights(ReadContext context, Rights rights, Facts facts, Set<ObjectRow> made) {
        this.context = context;
        this.rights = rights;
        this.facts = facts;
        this.made = made;
        permissions = context.permissions();
        fine = Rights.isFineGrained(context);
        managesUsers = permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS);
    }

    /** The caller was allowed to make a row. */
    void made(String table, String id) {
        if (id != null && OWNERS.contains(table)) {
            made.add(new ObjectRow(table, id));
        }
    }

    private boolean isNew(String table, String id) {
        return made.contains(new ObjectRow(table, id));
    }

    private String existing(String user) {
        return isNew("USER_ENTITY", user) ? null : user;
    }

    boolean mayAddUsers() {
        return permissions.users().canManage();
    }

    /** @param id {@code null} for none */
    boolean mayManageUser(String id) {
        return managesUsers
                || fine && id != null && (isNew("USER_ENTITY", id) ? mayAddUsers() : rights.mayManageUser(context, id));
    }

    /** @param role that the user gets; each new user has the default role of the realm */
    boolean mayMapRolesTo(String user, String role) {
        return managesUsers || fine && rights.mayMapRolesTo(context, existing(user)) || isDefault(user, role);
    }

    private boolean isDefault(String user, String role) {
        return role != null
                && isNew("USER_ENTITY", user)
                && role.equals(context.realm().getDefaultRole().getId());
    }

    boolean mayManageGroupsOf(String user) {
        return managesUsers || fine && rights.mayManageGroupsOf(context, existing(user));
    }

    /** Each new user joins the default groups of the realm. */
    boolean joinsByDefault(String user, String group) {
        if (!isNew("USER_ENTITY", user)) {
            return false;
        }
        if (defaultGroups == null) {
            defaultGroups = context.realm()
                    .getDefaultGroupsStream()
                    .map(GroupModel::getId)
                    .collect(Collectors.toSet());
        }
        return defaultGroups.contains(group);
    }

    /** @param user who gets it; {@code null} if a group does */
    boolean mayMapRole(String id, String user) {
        KnownRole role = facts.role(id);
        return role != null && (isDefault(user, id) || rights.mayMapRole(context, role));
    }

    boolean mayScopeRole(String id) {
        KnownRole role = facts.role(id);
        return role != null && rights.mayScopeRole(context, role);
    }

    boolean mayComposeRole(String id) {
        KnownRole role = facts.role(id);
        return role != null && rights.mayMapComposite(context, role);
    }

    boolean mayManageRole(String id) {
        KnownRole role = facts.role(id);
        return role != null && (isNew("KEYCLOAK_ROLE", id) || rights.mayManageRole(context, role));
    }

    /** A group of the realm. */
    boolean mayManageGroup(String id) {
        return managesUsers || fine && (isNew("KEYCLOAK_GROUP", id) || rights.mayManageGroup(context, id));
    }

    /** A group of the realm. */
    boolean mayJoinGroup(String id) {
        if (managesUsers) {
            return true;
        }
        if (isNew("KEYCLOAK_GROUP", id)) {
            return rights.mayJoinNewGroup(context);
        }
        return fine && rights.mayJoinGroup(context, id);
    }

    boolean mayManageOrganization(String id) {
        return isNew("ORG", id) || rights.mayManageOrganization(context, id);
    }

    boolean mayManageClient(String id) {
        KnownClient client = facts.client(id);
        return client != null && (isNew("CLIENT", id) || rights.mayManageClient(context, client));
    }

    boolean mayManageClientScopes() {
        return permissions.clients().canManageClientScopes();
    }

    boolean mayManageIdentityProviders() {
        return permissions.realm().canManageIdentityProviders();
    }

    boolean mayManageRealm() {
        return permissions.realm().canManageRealm();
    }

    /** @param id that of the client; {@code null} for none */
    boolean mayManageServer(String id) {
        if (id == null) {
            return false;
        }
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), id)
                ? mayManageRealm()
                : isNew("CLIENT", id) || rights.mayManageAuthorization(context, id);
    }
}
