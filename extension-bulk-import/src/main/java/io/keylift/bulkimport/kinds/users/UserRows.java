// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.BulkUpdate;
import io.keylift.bulkimport.rows.FormerRows;
import io.keylift.bulkimport.rows.Ids;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserAttributeEntity;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;
import org.keycloak.models.jpa.entities.UserRequiredActionEntity;
import org.keycloak.models.jpa.entities.UserRoleMappingEntity;
import org.keycloak.representations.idm.MembershipType;

/**
 * Rows to add, to change and to remove of a chunk, collected and then written table by table.
 */
final class UserRows {

    /** Columns of a user that an import changes. */
    private static final List<String> USER_COLUMNS = List.of(
            "username",
            "email",
            "emailConstraint",
            "firstName",
            "lastName",
            "enabled",
            "emailVerified",
            "federationLink",
            "notBefore");

    private final List<UserEntity> users = new ArrayList<>();
    private final List<UserEntity> changedUsers = new ArrayList<>();
    private final List<FederatedIdentityEntity> renamedIdentities = new ArrayList<>();
    private final List<UserConsentEntity> changedConsents = new ArrayList<>();
    private final List<UserAttributeEntity> attributes = new ArrayList<>();
    private final List<UserRoleMappingEntity> roles = new ArrayList<>();
    private final List<UserGroupMembershipEntity> memberships = new ArrayList<>();
    private final List<CredentialEntity> credentials = new ArrayList<>();
    private final List<UserRequiredActionEntity> requiredActions = new ArrayList<>();
    private final List<FederatedIdentityEntity> identities = new ArrayList<>();
    final List<UserConsentEntity> consents = new ArrayList<>();
    final List<UserConsentClientScopeEntity> consentScopes = new ArrayList<>();
    final List<Object> removed = new ArrayList<>();

    /** Deleted before their consents. */
    final List<Object> removedConsentScopes = new ArrayList<>();

    void add(UserEntity user) {
        users.add(user);
    }

    /** Updates the columns of an existing user. */
    void change(UserEntity user) {
        changedUsers.add(user);
    }

    void renameIdentity(FederatedIdentityEntity identity, String userName) {
        identity.setUserName(userName);
        renamedIdentities.add(identity);
    }

    /** Updates the dates of an existing consent. */
    void change(UserConsentEntity consent) {
        changedConsents.add(consent);
    }

    void attribute(UserEntity user, String name, String value) {
        UserAttributeEntity attribute = new UserAttributeEntity();
        attribute.setId(Ids.next());
        attribute.setUser(user);
        attribute.setName(name);
        attribute.setValue(value);
        attributes.add(attribute);
    }

    void role(UserEntity user, String roleId) {
        UserRoleMappingEntity role = new UserRoleMappingEntity();
        role.setUser(user);
        role.setRoleId(roleId);
        roles.add(role);
    }

    void membership(UserEntity user, String groupId, MembershipType type) {
        UserGroupMembershipEntity membership = new UserGroupMembershipEntity();
        membership.setUser(user);
        membership.setGroupId(groupId);
        membership.setMembershipType(type);
        memberships.add(membership);
    }

    void credential(CredentialEntity credential) {
        credentials.add(credential);
    }

    /** Removes a credential, whether it is stored or not inserted yet. */
    void remove(CredentialEntity credential) {
        if (!credentials.remove(credential)) {
            removed.add(credential);
        }
    }

    void requiredAction(UserEntity user, String name) {
        UserRequiredActionEntity action = new UserRequiredActionEntity();
        action.setUser(user);
        action.setAction(name);
        requiredActions.add(action);
    }

    void identity(UserEntity user, String provider, String userId, String userName) {
        FederatedIdentityEntity identity = new FederatedIdentityEntity();
        identity.setUser(user);
        identity.setRealmId(user.getRealmId());
        identity.setIdentityProvider(provider);
        identity.setUserId(userId);
        identity.setUserName(userName);
        identities.add(identity);
    }

    void consent(UserEntity user, ConsentDraft draft, long now) {
        UserConsentEntity consent = new UserConsentEntity();
        consent.setId(Ids.next());
        consent.setUser(user);
        consent.setClientId(draft.client());
        consent.setCreatedDate(draft.created() == null ? Long.valueOf(now) : draft.created());
        consent.setLastUpdatedDate(draft.updated() == null ? Long.valueOf(now) : draft.updated());
        consents.add(consent);
        draft.scopes().forEach(scope -> consentScope(consent, scope));
    }

    void consentScope(UserConsentEntity consent, GrantedScope scope) {
        consentScopes.add(row(consent, scope));
    }

    void removeConsentScope(UserConsentEntity consent, GrantedScope scope) {
        removedConsentScopes.add(row(consent, scope));
    }

    void removeConsent(UserConsentEntity consent) {
        removed.add(consent);
    }

    private static UserConsentClientScopeEntity row(UserConsentEntity consent, GrantedScope scope) {
        UserConsentClientScopeEntity row = new UserConsentClientScopeEntity();
        row.setUserConsent(consent);
        row.setScopeId(scope.id());
        row.setParameter(scope.parameter());
        return row;
    }

    void removeAttribute(String id) {
        UserAttributeEntity attribute = new UserAttributeEntity();
        attribute.setId(id);
        removed.add(attribute);
    }

    void removeRole(UserEntity user, String roleId) {
        UserRoleMappingEntity role = new UserRoleMappingEntity();
        role.setUser(user);
        role.setRoleId(roleId);
        removed.add(role);
    }

    void removeMembership(UserEntity user, String groupId) {
        UserGroupMembershipEntity membership = new UserGroupMembershipEntity();
        membership.setUser(user);
        membership.setGroupId(groupId);
        removed.add(membership);
    }

    void removeRequiredAction(UserEntity user, String name) {
        UserRequiredActionEntity action = new UserRequiredActionEntity();
        action.setUser(user);
        action.setAction(name);
        removed.add(action);
    }

    void removeIdentity(FederatedIdentityEntity identity) {
        removed.add(identity);
    }

    /** The entities of which this changes, deletes or inserts rows. */
    Set<Class<?>> entities() {
        return Stream.of(
                        users,
                        changedUsers,
                        attributes,
                        roles,
                        memberships,
                        credentials,
                        requiredActions,
                        identities,
                        renamedIdentities,
                        consents,
                        changedConsents,
                        consentScopes,
                        removed,
                        removedConsentScopes)
                .flatMap(List::stream)
                .map(Object::getClass)
                .collect(Collectors.toSet());
    }

    /**
     * Updates the changed rows, deletes the removed ones, then inserts the new ones, parent rows first. A new user can
     * take a value that a changed one releases.
     */
    void write(EntityManager em, FormerRows former) {
        BulkUpdate.update(em, changedUsers, USER_COLUMNS);
        BulkUpdate.update(em, renamedIdentities, List.of("userName"));
        BulkUpdate.update(em, changedConsents, List.of("createdDate", "lastUpdatedDate"));
        BulkDelete.delete(em, removedConsentScopes);
        BulkDelete.delete(em, removed);
        for (List<?> rows : List.of(
                users,
                attributes,
                roles,
                memberships,
                credentials,
                requiredActions,
                identities,
                consents,
                consentScopes)) {
            former.give(em, rows);
            BulkInsert.insert(em, rows);
        }
    }
}
