// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.GroupNames;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.RoleNames;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.reference.VisibleAttributes;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.rows.OwnedTable;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.password.remote.RemotePassword;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** Reads the users of a page: one look-up of the rows of their tables, one for each table that they refer to. */
final class UserReader {

    private final ExportContext context;
    private final Selection selection;
    private final Queries rows;
    private final Map<String, UserRecord> users = new LinkedHashMap<>();
    private final List<String> serviceAccounts = new ArrayList<>(0);

    UserReader(ExportContext context, Selection selection) {
        this.context = context;
        this.selection = selection;
        this.rows = new Queries(context.entityManager());
    }

    Map<String, UserRecord> read(Collection<String> ids) {
        ViewRights rights = ViewRights.of(context);
        List<String> visible =
                ids.stream().filter(id -> rights.mayViewUser(context, id)).toList();
        Map<OwnedTable, List<Object[]>> found = find(visible);
        addUsers(found.get(UserTables.USERS), found.getOrDefault(UserTables.ATTRIBUTES, List.of()));
        new ServiceAccountLookup(rows)
                .clients(serviceAccounts)
                .forEach((id, client) -> users.get(id).setServiceAccountClientId(client));
        found.getOrDefault(UserTables.REQUIRED_ACTIONS, List.of())
                .forEach(row -> users.get((String) row[0]).getRequiredActions().add((String) row[1]));
        if (found.containsKey(UserTables.ROLES)) {
            addRoles(found.get(UserTables.ROLES));
        }
        if (found.containsKey(UserTables.MEMBERSHIPS)) {
            addMemberships(found.get(UserTables.MEMBERSHIPS));
        }
        found.getOrDefault(UserTables.IDENTITIES, List.of()).forEach(this::addIdentity);
        if (found.containsKey(UserTables.CONSENTS)) {
            ConsentReader consents = new ConsentReader(context, rows).read(found.get(UserTables.CONSENTS));
            users.forEach((id, user) -> user.setClientConsents(consents.of(id)));
        }
        if (found.containsKey(UserTables.CREDENTIALS)) {
            addCredentials(found.get(UserTables.CREDENTIALS));
        }
        return users;
    }

    /** The rows of the tables that the selection requires. */
    private Map<OwnedTable, List<Object[]>> find(Collection<String> ids) {
        List<OwnedTable> tables = new ArrayList<>();
        tables.add(UserTables.USERS);
        add(tables, UserTables.ATTRIBUTES, selection.has("attributes"));
        add(tables, UserTables.REQUIRED_ACTIONS, selection.has("requiredActions"));
        add(tables, UserTables.ROLES, selection.has("realmRoles") || selection.has("clientRoles"));
        add(tables, UserTables.MEMBERSHIPS, selection.has("groups") || selection.has("organizations"));
        add(tables, UserTables.IDENTITIES, selection.has("federatedIdentities"));
        add(tables, UserTables.CONSENTS, selection.has("clientConsents"));
        add(tables, UserTables.CREDENTIALS, selection.secrets() && selection.has("credentials"));
        List<List<Object[]>> read = LockedUserRows.of(context).read(tables, ids);
        Map<OwnedTable, List<Object[]>> found = new HashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            found.put(tables.get(i), read.get(i));
        }
        return found;
    }

    private static void add(List<OwnedTable> tables, OwnedTable table, boolean isRequired) {
        if (isRequired) {
            tables.add(table);
        }
    }

    private void addUsers(List<Object[]> found, List<Object[]> attributes) {
        Set<String> names = new HashSet<>();
        attributes.forEach(row -> names.add((String) row[2]));
        VisibleAttributes visible = VisibleAttributes.of(context, names);
        found.forEach(row -> users.put((String) row[0], user(row, visible)));
        for (Object[] row : attributes) {
            String name = (String) row[2];
            if (visible.contains(name)) {
                users.get((String) row[0])
                        .getAttributes()
                        .computeIfAbsent(name, any -> new ArrayList<>(1))
                        .add((String) (row[4] == null ? row[3] : row[4]));
            } else if (visible.tells()) {
                context.hidden((String) row[0], "attributes");
            }
        }
    }

    private UserRecord user(Object[] row, VisibleAttributes visible) {
        UserRecord user = new UserRecord();
        user.setId((String) row[0]);
        user.setUsername(shown(visible, user.getId(), UserModel.USERNAME, row[2]));
        user.setEmail(shown(visible, user.getId(), UserModel.EMAIL, row[3]));
        user.setFirstName(shown(visible, user.getId(), UserModel.FIRST_NAME, row[5]));
        user.setLastName(shown(visible, user.getId(), UserModel.LAST_NAME, row[6]));
        user.setEnabled((Boolean) row[7]);
        user.setEmailVerified((Boolean) row[8]);
        user.setFederationLink((String) row[9]);
        if (row[10] != null) {
            serviceAccounts.add(user.getId());
        }
        user.setNotBefore(((Number) row[11]).intValue());
        user.setCreatedTimestamp((Long) row[12]);
        user.setAttributes(new TreeMap<>());
        user.setRequiredActions(new ArrayList<>(0));
        user.setFederatedIdentities(new ArrayList<>(0));
        return user;
    }

    private String shown(VisibleAttributes visible, String id, String name, Object value) {
        if (visible.contains(name) || value == null && visible.tells()) {
            return (String) value;
        }
        context.hidden(id, name);
        return null;
    }

    private void addRoles(List<Object[]> found) {
        Map<String, List<String>> mappings = listed(found);
        RoleNames names = RoleNames.load(context, rows, distinct(mappings));
        users.forEach((id, user) -> {
            RoleNames.Named named = names.name(id, mappings.getOrDefault(id, List.of()));
            user.setRealmRoles(named.realmRoles());
            user.setClientRoles(named.clientRoles());
        });
    }

    private void addMemberships(List<Object[]> found) {
        Map<String, UserMemberships> memberships = new HashMap<>();
        Set<String> groups = new HashSet<>();
        found.forEach(row -> groups.add((String) row[1]));
        GroupNames names = GroupNames.loadReferences(context, rows, groups);
        found.forEach(row -> memberships
                .computeIfAbsent((String) row[0], id -> new UserMemberships(context, id, names))
                .add((String) row[1], (String) row[2]));
        boolean organizations = Organizations.areEnabled(context);
        users.forEach((id, user) -> {
            UserMemberships own = memberships.getOrDefault(id, new UserMemberships(context, id, names));
            user.setGroups(selection.has("groups") ? own.groups() : null);
            user.setOrganizations(organizations && selection.has("organizations") ? own.organizations() : null);
        });
    }

    private void addIdentity(Object[] row) {
        FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
        identity.setIdentityProvider((String) row[2]);
        identity.setUserId((String) row[3]);
        identity.setUserName((String) row[4]);
        users.get((String) row[0]).getFederatedIdentities().add(identity);
    }

    /**
     * Adds credentials, except those that no import accepts, such as the history of passwords and rows of old versions
     * of Keycloak.
     */
    private void addCredentials(List<Object[]> found) {
        users.values().forEach(user -> user.setCredentials(new ArrayList<>(1)));
        for (Object[] row : found) {
            if (!CredentialRules.TYPES.contains(row[2]) || row[5] == null || row[6] == null) {
                context.hidden((String) row[0], "credentials");
                continue;
            }
            UserCredential credential = new UserCredential();
            credential.setId((String) row[1]);
            credential.setType((String) row[2]);
            credential.setUserLabel((String) row[3]);
            credential.setCreatedDate((Long) row[4]);
            RemotePassword remote = RemotePassword.of((String) row[2], (String) row[5], (String) row[6]);
            if (remote == null) {
                credential.setSecretData((String) row[5]);
                credential.setCredentialData((String) row[6]);
            } else {
                credential.setRemote(remote.remote());
                credential.setLogin(remote.login());
            }
            users.get((String) row[0]).getCredentials().add(credential);
        }
    }

    private static Map<String, List<String>> listed(List<Object[]> rows) {
        Map<String, List<String>> lists = new HashMap<>();
        rows.forEach(row ->
                lists.computeIfAbsent((String) row[0], any -> new ArrayList<>()).add((String) row[1]));
        return lists;
    }

    private static Set<String> distinct(Map<String, List<String>> lists) {
        Set<String> all = new HashSet<>();
        lists.values().forEach(all::addAll);
        return all;
    }
}
