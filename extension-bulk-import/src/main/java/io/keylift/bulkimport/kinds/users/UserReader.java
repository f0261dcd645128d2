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
import io.keylift.bulkimport.rows.Queries;
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
import org.keycloak.representations.idm.CredentialRepresentation;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** Reads the users of a page: one query for each of their tables, one for each table that their rows refer to. */
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
        readUsers(visible);
        new ServiceAccountLookup(rows)
                .clients(serviceAccounts)
                .forEach((id, client) -> users.get(id).setServiceAccountClientId(client));
        if (selection.has("requiredActions")) {
            readActions(visible);
        }
        if (selection.has("realmRoles") || selection.has("clientRoles")) {
            readRoles(visible);
        }
        if (selection.has("groups") || selection.has("organizations")) {
            readMemberships(visible);
        }
        if (selection.has("federatedIdentities")) {
            readIdentities(visible);
        }
        if (selection.has("clientConsents")) {
            ConsentReader consents = new ConsentReader(context, rows).read(visible);
            users.forEach((id, user) -> user.setClientConsents(consents.of(id)));
        }
        if (selection.secrets() && selection.has("credentials")) {
            readCredentials(visible);
        }
        return users;
    }

    private void readUsers(Collection<String> ids) {
        List<Object[]> found = rows.select(
                "select u.id, u.username, u.email, u.firstName, u.lastName, u.enabled, u.emailVerified,"
                        + " u.createdTimestamp, u.notBefore, u.federationLink, u.serviceAccountClientLink"
                        + " from UserEntity u where u.id in (:values)",
                ids,
                Map.of());
        List<Object[]> attributes = selection.has("attributes")
                ? rows.select(
                        "select a.user.id, a.name, a.value, a.longValue from UserAttributeEntity a"
                                + " where a.user.id in (:values) order by a.id",
                        ids,
                        Map.of())
                : List.of();
        Set<String> names = new HashSet<>();
        attributes.forEach(row -> names.add((String) row[1]));
        VisibleAttributes visible = VisibleAttributes.of(context, names);
        found.forEach(row -> users.put((String) row[0], user(row, visible)));
        for (Object[] row : attributes) {
            String name = (String) row[1];
            if (visible.contains(name)) {
                users.get((String) row[0])
                        .getAttributes()
                        .computeIfAbsent(name, any -> new ArrayList<>(1))
                        .add((String) (row[3] == null ? row[2] : row[3]));
            } else if (visible.tells()) {
                context.hidden((String) row[0], "attributes");
            }
        }
    }

    private UserRecord user(Object[] row, VisibleAttributes visible) {
        UserRecord user = new UserRecord();
        user.setId((String) row[0]);
        user.setUsername(shown(visible, user.getId(), UserModel.USERNAME, row[1]));
        user.setEmail(shown(visible, user.getId(), UserModel.EMAIL, row[2]));
        user.setFirstName(shown(visible, user.getId(), UserModel.FIRST_NAME, row[3]));
        user.setLastName(shown(visible, user.getId(), UserModel.LAST_NAME, row[4]));
        user.setEnabled((Boolean) row[5]);
        user.setEmailVerified((Boolean) row[6]);
        user.setCreatedTimestamp((Long) row[7]);
        user.setNotBefore((Integer) row[8]);
        user.setFederationLink((String) row[9]);
        if (row[10] != null) {
            serviceAccounts.add(user.getId());
        }
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

    private void readActions(Collection<String> ids) {
        rows.select(
                        "select a.user.id, a.action from UserRequiredActionEntity a where a.user.id in (:values)"
                                + " order by a.action",
                        ids,
                        Map.of())
                .forEach(row -> users.get((String) row[0]).getRequiredActions().add((String) row[1]));
    }

    private void readRoles(Collection<String> ids) {
        Map<String, List<String>> mappings = listed(rows.select(
                "select m.user.id, m.roleId from UserRoleMappingEntity m where m.user.id in (:values)", ids, Map.of()));
        RoleNames names = RoleNames.load(context, rows, distinct(mappings));
        users.forEach((id, user) -> {
            RoleNames.Named named = names.name(id, mappings.getOrDefault(id, List.of()));
            user.setRealmRoles(named.realmRoles());
            user.setClientRoles(named.clientRoles());
        });
    }

    private void readMemberships(Collection<String> ids) {
        Map<String, UserMemberships> memberships = new HashMap<>();
        List<Object[]> found = rows.select(
                "select m.user.id, m.groupId, m.membershipType from UserGroupMembershipEntity m"
                        + " where m.user.id in (:values)",
                ids,
                Map.of());
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

    private void readIdentities(Collection<String> ids) {
        rows.select(
                        "select f.user.id, f.identityProvider, f.userId, f.userName from FederatedIdentityEntity f"
                                + " where f.user.id in (:values) order by f.identityProvider",
                        ids,
                        Map.of())
                .forEach(row -> {
                    FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
                    identity.setIdentityProvider((String) row[1]);
                    identity.setUserId((String) row[2]);
                    identity.setUserName((String) row[3]);
                    users.get((String) row[0]).getFederatedIdentities().add(identity);
                });
    }

    /**
     * Reads credentials, except those that no import accepts, such as the history of passwords and rows of old versions
     * of Keycloak.
     */
    private void readCredentials(Collection<String> ids) {
        users.values().forEach(user -> user.setCredentials(new ArrayList<>(1)));
        rows.select(
                        "select c.user.id, c.id, c.type, c.userLabel, c.createdDate, c.secretData, c.credentialData"
                                + " from CredentialEntity c where c.user.id in (:values) order by c.priority, c.id",
                        ids,
                        Map.of())
                .forEach(row -> {
                    if (!CredentialRules.TYPES.contains(row[2]) || row[5] == null || row[6] == null) {
                        context.hidden((String) row[0], "credentials");
                        return;
                    }
                    CredentialRepresentation credential = new CredentialRepresentation();
                    credential.setId((String) row[1]);
                    credential.setType((String) row[2]);
                    credential.setUserLabel((String) row[3]);
                    credential.setCreatedDate((Long) row[4]);
                    credential.setSecretData((String) row[5]);
                    credential.setCredentialData((String) row[6]);
                    users.get((String) row[0]).getCredentials().add(credential);
                });
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
