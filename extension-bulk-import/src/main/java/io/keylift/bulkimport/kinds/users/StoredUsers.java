// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.MembershipType;

/** Loads existing users, with one query for each of their tables. */
final class StoredUsers {

    private final Queries rows;
    private final Map<String, StoredUser> users = new HashMap<>();

    StoredUsers(Queries rows) {
        this.rows = rows;
    }

    /** Loads these users without their credentials; those that do not exist are missing. */
    Map<String, StoredUser> load(Collection<String> ids) {
        rows.list("select u from UserEntity u where u.id in (:values)", UserEntity.class, ids, Map.of())
                .forEach(user -> users.put(user.getId(), new StoredUser(user)));
        loadTables(users.keySet());
        return users;
    }

    private void loadTables(Collection<String> ids) {
        select(
                "select a.user.id, a.id, a.name, a.value, a.longValue from UserAttributeEntity a"
                        + " where a.user.id in (:values) order by a.id",
                ids,
                row -> of(row).attributes.add(new StoredUser.Attribute((String) row[1], (String) row[2], (String)
                        (row[3] == null ? row[4] : row[3]))));
        select(
                "select m.user.id, m.roleId, r.clientRole, r.clientId from UserRoleMappingEntity m"
                        + " join RoleEntity r on r.id = m.roleId where m.user.id in (:values)",
                ids,
                row -> {
                    if (Boolean.TRUE.equals(row[2])) {
                        of(row).clientRoles.put((String) row[1], (String) row[3]);
                    } else {
                        of(row).realmRoles.add((String) row[1]);
                    }
                });
        select(
                "select m.user.id, m.groupId, m.membershipType, g.type, g.name, g.organization.id"
                        + " from UserGroupMembershipEntity m join GroupEntity g on g.id = m.groupId"
                        + " where m.user.id in (:values)",
                ids,
                row -> of(row).memberships.put((String) row[1], membership(row)));
        select(
                "select a.user.id, a.action from UserRequiredActionEntity a where a.user.id in (:values)",
                ids,
                row -> of(row).requiredActions.add((String) row[1]));
        for (FederatedIdentityEntity identity : rows.list(
                "select f from FederatedIdentityEntity f where f.user.id in (:values)",
                FederatedIdentityEntity.class,
                ids,
                Map.of())) {
            users.get(identity.getUser().getId()).identities.add(identity);
        }
    }

    void loadCredentials() {
        for (CredentialEntity credential : rows.list(
                "select c from CredentialEntity c where c.user.id in (:values) order by c.priority",
                CredentialEntity.class,
                users.keySet(),
                Map.of())) {
            users.get(credential.getUser().getId()).credentials.add(credential);
        }
    }

    void loadConsents(Collection<String> ids) {
        Map<String, StoredConsent> consents = new HashMap<>();
        for (UserConsentEntity consent : rows.list(
                "select c from UserConsentEntity c where c.user.id in (:values)",
                UserConsentEntity.class,
                ids,
                Map.of())) {
            StoredConsent stored = new StoredConsent(consent, new HashSet<>());
            consents.put(consent.getId(), stored);
            users.get(consent.getUser().getId()).consents.add(stored);
        }
        for (Object[] row : rows.select(
                "select s.userConsent.id, s.scopeId, s.parameter from UserConsentClientScopeEntity s"
                        + " where s.userConsent.id in (:values)",
                consents.keySet(),
                Map.of())) {
            boolean plain = UserConsentClientScopeEntity.NOT_AVAILABLE_PARAM.equals(row[2]);
            consents.get((String) row[0])
                    .scopes()
                    .add(new GrantedScope((String) row[1], plain ? null : (String) row[2]));
        }
    }

    private void select(String jpql, Collection<String> ids, Consumer<Object[]> reader) {
        rows.select(jpql, ids, Map.of()).forEach(reader);
    }

    private StoredUser of(Object[] row) {
        return users.get((String) row[0]);
    }

    private static StoredUser.Membership membership(Object[] row) {
        boolean ofOrganization = ((Number) row[3]).intValue() == GroupModel.Type.ORGANIZATION.intValue();
        String organization = ofOrganization ? (String) row[5] : null;
        MembershipType type = MembershipType.valueOf((String) row[2]);
        return new StoredUser.Membership(
                (String) row[1], type, organization, organization != null && organization.equals(row[4]));
    }

    /** The user with this id; {@code null} if there is none. */
    StoredUser find(String id) {
        return users.get(id);
    }

    Set<String> ids() {
        return users.keySet();
    }
}
