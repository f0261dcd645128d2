// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RowReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** The caller's rights to objects, including new ones of this transaction. Names of tables are in capitals. */
final class CallerRights {

    private static final String USERS = "USER_ENTITY";
    private static final String CLIENTS = "CLIENT";

    /** Tables whose rows other rows refer to, and whose rows may come with an object. */
    private static final Set<String> OWNERS = Set.of(USERS, "KEYCLOAK_GROUP");

    private final ReadContext context;
    private final AdminPermissionEvaluator permissions;
    private final Rights rights;
    private final Facts facts;
    private final boolean fine;
    private final boolean managesUsers;

    /** New objects. No permission names them yet, so only permissions on all objects of a type apply. */
    private final Set<RowReference> made;

    /** Clients of the service accounts among the new objects. */
    private final Map<String, String> clientsOfAccounts = new HashMap<>();

    private Set<String> defaultGroups;

    CallerRights(ReadContext context, Rights rights, Facts facts, Set<RowReference> made) {
        this.context = context;
        this.rights = rights;
        this.facts = facts;
        this.made = made;
        permissions = context.permissions();
        fine = Rights.isFineGrained(context);
        managesUsers = permissions.hasOneAdminRole(AdminRoles.MANAGE_USERS);
    }

    /** Notes a row that the caller was allowed to add. */
    void made(String table, Function<String, String> row) {
        if (!OWNERS.contains(table)) {
            return;
        }
        String id = row.apply("ID");
        made.add(new RowReference(table, id));
        String client = row.apply("SERVICE_ACCOUNT_CLIENT_LINK");
        if (client != null) {
            clientsOfAccounts.put(id, client);
        }
    }

    private boolean isNew(String table, String id) {
        return made.contains(new RowReference(table, id));
    }

    private String existing(String user) {
        return isNew(USERS, user) ? null : user;
    }

    boolean mayAddUsers() {
        return permissions.users().canManage();
    }

    /** @param id {@code null} for none */
    boolean mayManageUser(String id) {
        return managesUsers
                || fine && id != null && (isNew(USERS, id) ? mayAddUsers() : rights.mayManageUser(context, id));
    }

    /** @param role that the user gets */
    boolean mayMapRolesTo(String user, String role) {
        return managesUsers || fine && rights.mayMapRolesTo(context, existing(user)) || comesWith(user, role);
    }

    /**
     * Whether a new user comes with the role: the default role of the realm or, for the service account of a client
     * with a resource server, the role of the protection API.
     */
    private boolean comesWith(String user, String id) {
        if (id == null || !isNew(USERS, user)) {
            return false;
        }
        if (id.equals(context.realm().getDefaultRole().getId())) {
            return true;
        }
        KnownRole role = facts.role(id);
        return role != null
                && role.client() != null
                && role.client().id().equals(clientsOfAccounts.get(user))
                && role.name().equals(Constants.AUTHZ_UMA_PROTECTION)
                && isNew(CLIENTS, role.client().id());
    }

    boolean mayManageGroupsOf(String user) {
        return managesUsers || fine && rights.mayManageGroupsOf(context, existing(user));
    }

    /** Whether a new user comes with the group: one of the realm's default groups. */
    boolean joinsByDefault(String user, String group) {
        if (!isNew(USERS, user)) {
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

    /** @param user user that gets the role; {@code null} for a group */
    boolean mayMapRole(String id, String user) {
        KnownRole role = facts.role(id);
        return role != null && (comesWith(user, id) || rights.mayMapRole(context, role));
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
        return role != null && rights.mayManageRole(context, role);
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

    /** For parts that can come with a new client. */
    boolean mayAddOrManageClient(String id) {
        return isNew(CLIENTS, id) || mayManageClient(id);
    }

    /** Keycloak requires the permission on the client even if the caller has just added it. */
    boolean mayManageClient(String id) {
        KnownClient client = facts.client(id);
        return client != null && rights.mayManageClient(context, client);
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

    /** @param id that of the client */
    boolean mayAddOrManageServer(String id) {
        return isNew(CLIENTS, id) || mayManageServer(id);
    }

    /** @param id that of the client; {@code null} for none */
    boolean mayManageServer(String id) {
        if (id == null) {
            return false;
        }
        if (AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), id)) {
            return mayManageRealm();
        }
        // Keycloak must not load a new client before all of its rows are written.
        return isNew(CLIENTS, id)
                ? permissions.hasOneAdminRole(AdminRoles.MANAGE_AUTHORIZATION) || mayManageClient(id)
                : rights.mayManageAuthorization(context, id);
    }
}
