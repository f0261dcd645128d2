// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.removal.RemovedUser;
import io.keylift.bulkimport.kind.shared.removal.UserRemoval;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.common.util.Time;
import org.keycloak.models.Constants;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.RoleEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;
import org.keycloak.representations.idm.MembershipType;

/** Service accounts of clients, and the role that lets them use the protection API, as Keycloak creates them. */
final class ServiceAccounts {

    private final ImportContext context;
    private final EntityManager em;
    private final String realmId;
    private final String defaultRole;
    private final List<String> defaultGroups;
    private final List<String> defaultActions;
    private final List<UserEntity> users = new ArrayList<>();
    private final Map<String, List<Map.Entry<String, String>>> grants = new HashMap<>();
    private final Map<String, List<Map.Entry<String, String>>> joins = new HashMap<>();
    private final List<UserRoleMappingEntity> mappings = new ArrayList<>();
    private final List<UserGroupMembershipEntity> memberships = new ArrayList<>();
    private final List<UserRequiredActionEntity> actions = new ArrayList<>();
    private final List<RoleEntity> roles = new ArrayList<>();
    private final List<String> obsolete = new ArrayList<>();

    ServiceAccounts(ImportContext context) {
        this.context = context;
        em = context.entityManager();
        RealmModel realm = context.realm();
        realmId = realm.getId();
        defaultRole = realm.getDefaultRole().getId();
        defaultGroups = realm.getDefaultGroupsStream().map(GroupModel::getId).toList();
        defaultActions = realm.getRequiredActionProvidersStream()
                .filter(action -> action.isEnabled() && action.isDefaultAction())
                .map(RequiredActionProviderModel::getAlias)
                .toList();
    }

    /** Creates the service account of a client. */
    UserEntity add(ClientEntity client) {
        long now = Time.currentTimeMillis();
        UserEntity user = new UserEntity();
        user.setId(Ids.next());
        user.setCreatedTimestamp(now);
        user.setLastModifiedTimestamp(now);
        user.setUsername(ClientRules.serviceAccount(client.getClientId()));
        user.setRealmId(realmId);
        user.setEnabled(true);
        user.setServiceAccountClientLink(client.getId());
        user.setEmailConstraint(Ids.next());
        users.add(user);
        grant(client.getId(), user, defaultRole);
        for (String group : defaultGroups) {
            UserGroupMembershipEntity membership = new UserGroupMembershipEntity();
            membership.setUser(user);
            membership.setGroupId(group);
            membership.setMembershipType(MembershipType.UNMANAGED);
            memberships.add(membership);
            joins.computeIfAbsent(client.getId(), any -> new ArrayList<>(1)).add(Map.entry(user.getId(), group));
        }
        for (String alias : defaultActions) {
            UserRequiredActionEntity action = new UserRequiredActionEntity();
            action.setUser(user);
            action.setAction(alias);
            actions.add(action);
        }
        return user;
    }

    /** Creates the client role that Keycloak's protection API requires; returns its id. */
    String addProtection(String clientId) {
        RoleEntity role = new RoleEntity();
        role.setId(Ids.next());
        role.setName(Constants.AUTHZ_UMA_PROTECTION);
        role.setRealmId(realmId);
        role.setClientId(clientId);
        role.setClientRole(true);
        roles.add(role);
        return role.getId();
    }

    /** Grants a role to the service account of a client. */
    void grant(String client, UserEntity user, String role) {
        UserRoleMappingEntity mapping = new UserRoleMappingEntity();
        mapping.setUser(user);
        mapping.setRoleId(role);
        mappings.add(mapping);
        grants.computeIfAbsent(client, any -> new ArrayList<>(2)).add(Map.entry(user.getId(), role));
    }

    /** Service accounts of one client and the groups that they have joined. */
    List<Map.Entry<String, String>> joinsOf(String client) {
        return joins.getOrDefault(client, List.of());
    }

    /** Service accounts of a client, with the roles that were granted to them. */
    List<Map.Entry<String, String>> grantsOf(String client) {
        return grants.getOrDefault(client, List.of());
    }

    /** Marks a service account for removal. */
    void removeLater(String userId) {
        obsolete.add(userId);
    }

    /** Removes the marked service accounts. Must be called after everything else of the clients is written. */
    void remove() {
        Queries rows = new Queries(em);
        List<RemovedUser> locked = new ArrayList<>();
        rows.lock(
                        "select u from UserEntity u where u.id in (:values) order by u.id",
                        UserEntity.class,
                        obsolete,
                        Map.of())
                .forEach(user -> locked.add(new RemovedUser(user.getId(), user.getUsername(), user.getEmail())));
        new UserRemoval(context, rows).removeAlong(locked);
    }

    void write() {
        BulkInsert.insert(em, users);
        BulkInsert.insert(em, roles);
        BulkInsert.insert(em, mappings);
        BulkInsert.insert(em, memberships);
        BulkInsert.insert(em, actions);
    }
}
