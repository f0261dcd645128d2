// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

import io.keylift.bulkimport.kind.shared.grants.Facts.KnownGroup;
import io.keylift.bulkimport.kind.shared.grants.TableRights.Needed;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides which rows a caller could add by the Admin API. The import of the objects to which the rows belong has
 * already checked the permission to add these objects. For the rows of a table, the number of queries depends neither
 * on their number nor on that of the objects they name, except for queries of Keycloak's own on fine-grained
 * permissions.
 */
public final class Grants {

    private final TableRights tables = new TableRights();
    private final Facts facts;
    private final CallerRights rights;

    /** @param made rows of the objects that this import has added */
    public Grants(ReadContext context, Collection<RowReference> made) {
        facts = new Facts(context, new Queries(context.entityManager()));
        rights = new CallerRights(context, Rights.of(context), facts, new HashSet<>(made));
    }

    /**
     * Finds the rows that the caller could not add.
     *
     * @param table in capitals
     * @param rows values of each row by the names of columns, in capitals; the objects that they refer to exist
     * @return the places of these rows in the list
     */
    public BitSet refused(String table, List<Function<String, String>> rows) {
        List<Needed> needed = tables.of(table);
        needed.forEach(one -> find(one, rows));
        BitSet refused = new BitSet(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            Function<String, String> row = rows.get(i);
            if (needed.stream().allMatch(one -> allows(one, row))) {
                rights.made(table, row);
            } else {
                refused.set(i);
            }
        }
        return refused;
    }

    private void find(Needed needed, List<Function<String, String>> rows) {
        switch (needed.right()) {
            case MAP_ROLE, SCOPE_ROLE, COMPOSE_ROLE, MANAGE_ROLE, ASSIGN_CAPABILITIES ->
                facts.needRoles(values(rows, needed.column()));
            case MANAGE_GROUP -> facts.needGroups(values(rows, needed.column()));
            case MEMBERSHIP -> facts.needGroups(values(rows, "GROUP_ID"));
            case ADD_OR_MANAGE_CLIENT, MANAGE_CLIENT, ADD_OR_MANAGE_SERVER, MANAGE_SERVER ->
                facts.needClients(values(rows, needed.column()));
            case ADD_USER -> facts.needClients(values(rows, "SERVICE_ACCOUNT_CLIENT_LINK"));
            case MANAGE_USER_OF_CONSENT -> facts.needConsents(values(rows, needed.column()));
            case MANAGE_SERVER_OF_POLICY -> facts.needPolicies(values(rows, needed.column()));
            case MANAGE_SERVER_OF_RESOURCE -> facts.needResources(values(rows, needed.column()));
            default -> {}
        }
    }

    private static Set<String> values(List<Function<String, String>> rows, String column) {
        Set<String> values = new HashSet<>();
        rows.forEach(row -> values.add(row.apply(column)));
        return values;
    }

    private boolean allows(Needed needed, Function<String, String> row) {
        String id = needed.column() == null ? null : row.apply(needed.column());
        return switch (needed.right()) {
            case PART -> true;
            case NONE -> false;
            case ADD_USER -> mayAddUser(row);
            case MANAGE_USER -> rights.mayManageUser(id);
            case MANAGE_USER_OF_CONSENT -> rights.mayManageUser(facts.userOfConsent(id));
            case MAP_ROLES_TO_USER -> rights.mayMapRolesTo(id, row.apply("ROLE_ID"));
            case MEMBERSHIP -> mayAddMember(row);
            case ASSIGN_CAPABILITIES ->
                "ROLE".equals(row.apply("HOLDER_TYPE")) ? rights.mayManageRole(id) : rights.mayMapRolesTo(id, null);
            case MANAGE_GROUP -> mayManageGroup(id);
            case MAP_ROLE -> rights.mayMapRole(id, row.apply("USER_ID"));
            case SCOPE_ROLE -> rights.mayScopeRole(id);
            case COMPOSE_ROLE -> rights.mayComposeRole(id);
            case MANAGE_ROLE -> rights.mayManageRole(id);
            case ADD_OR_MANAGE_CLIENT -> rights.mayAddOrManageClient(id);
            case MANAGE_CLIENT -> rights.mayManageClient(id);
            case MANAGE_CLIENT_SCOPES -> rights.mayManageClientScopes();
            case MANAGE_IDENTITY_PROVIDERS -> rights.mayManageIdentityProviders();
            case MANAGE_REALM -> rights.mayManageRealm();
            case ADD_OR_MANAGE_SERVER -> rights.mayAddOrManageServer(id);
            case MANAGE_SERVER -> rights.mayManageServer(id);
            case MANAGE_SERVER_OF_POLICY -> rights.mayManageServer(facts.serverOfPolicy(id));
            case MANAGE_SERVER_OF_RESOURCE -> rights.mayManageServer(facts.serverOfResource(id));
        };
    }

    /** Whether the caller may add the user. A service account is added with its client. */
    private boolean mayAddUser(Function<String, String> row) {
        String client = row.apply("SERVICE_ACCOUNT_CLIENT_LINK");
        return client == null ? rights.mayAddUsers() : rights.mayAddOrManageClient(client);
    }

    private boolean mayManageGroup(String id) {
        KnownGroup group = facts.group(id);
        if (group == null) {
            return false;
        }
        return group.organization() == null
                ? rights.mayManageGroup(id)
                : rights.mayManageOrganization(group.organization());
    }

    private boolean mayAddMember(Function<String, String> row) {
        String user = row.apply("USER_ID");
        String id = row.apply("GROUP_ID");
        KnownGroup group = facts.group(id);
        if (group == null) {
            return false;
        }
        if (group.organization() == null) {
            return rights.joinsByDefault(user, id) || rights.mayManageGroupsOf(user) && rights.mayJoinGroup(id);
        }
        return rights.mayManageOrganization(group.organization())
                && (group.department() ? rights.mayManageGroupsOf(user) : rights.mayManageUser(user));
    }
}
