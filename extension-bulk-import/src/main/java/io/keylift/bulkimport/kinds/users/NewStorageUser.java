// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.SubjectCredentialManager;
import org.keycloak.models.UserConsentModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.services.resources.admin.UserResource;
import org.keycloak.userprofile.UserProfile;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;

/** Creates one user in a storage through Keycloak's models. Repeating a step has no further effect. */
final class NewStorageUser {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final UserWork work;
    private UserProfile profile;
    private UserModel user;
    private boolean isNew;

    NewStorageUser(ImportContext context, UserWork work) {
        session = context.session();
        realm = context.realm();
        this.work = work;
    }

    String id() {
        return user.getId();
    }

    /**
     * Creates the user where Keycloak creates new users.
     *
     * @param present whether an earlier attempt may have created the user
     * @return whether the user belongs to a storage
     */
    boolean make(boolean present) {
        Map<String, List<String>> attributes = ProfileRules.raw(work.user);
        UserProfileProvider profiles = session.getProvider(UserProfileProvider.class);
        user = present ? session.users().getUserByUsername(realm, work.draft.username) : null;
        isNew = user == null;
        if (isNew) {
            profile = profiles.create(UserProfileContext.USER_API, attributes);
            // The attributes were validated before, and the storages asked for the names.
            user = profile.create(false);
        } else if (UserStorages.of(user) != null) {
            profile = profiles.create(UserProfileContext.USER_API, attributes, user);
            profile.update();
            forgetEarlierAttempt();
        }
        return UserStorages.of(user) != null;
    }

    /** Otherwise the credentials and identities that are added below would exist twice. */
    private void forgetEarlierAttempt() {
        SubjectCredentialManager credentials = user.credentialManager();
        credentials
                .getStoredCredentialsStream()
                .map(CredentialModel::getId)
                .toList()
                .forEach(credentials::removeStoredCredentialById);
        session.users()
                .getFederatedIdentitiesStream(realm, user)
                .map(FederatedIdentityModel::getIdentityProvider)
                .toList()
                .forEach(provider -> session.users().removeFederatedIdentity(realm, user, provider));
    }

    /** Applies everything in the record to the user. */
    void fill() {
        try {
            fillOnce();
        } catch (RuntimeException e) {
            if (isNew) {
                remove(e);
            }
            throw e;
        }
    }

    /** A storage keeps its user when the transaction is rolled back, so the user is removed here. */
    private void remove(RuntimeException failure) {
        try {
            session.users().removeUser(realm, user);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void fillOnce() {
        UserRecord record = work.user;
        UserResource.updateUserFromRep(profile, user, record, session, false);
        RepresentationToModel.createFederatedIdentities(record, session, realm, user);
        if (record.getRequiredActions() != null) {
            leaveOutDefaultActions();
        }
        if (record.getGroups() != null) {
            leaveDefaultGroups();
        }
        for (KnownRole known : work.mappings.roles()) {
            RoleModel role = session.roles().getRoleById(realm, known.id());
            user.grantRole(role);
        }
        work.groupIds.forEach(this::join);
        work.organizations.forEach(this::join);
        if (work.consents != null) {
            work.consents.forEach(this::consent);
        }
        RepresentationToModel.createCredentials(record, session, realm, user, true);
        if (record.getNotBefore() != null) {
            session.users().setNotBeforeForUser(realm, user, record.getNotBefore());
        }
    }

    /** Removes the realm's default actions that the record does not give, except the change of a temporary password. */
    private void leaveOutDefaultActions() {
        Set<String> kept = new HashSet<>(work.user.getRequiredActions());
        if (work.draft.updatePassword) {
            kept.add(UserModel.RequiredAction.UPDATE_PASSWORD.name());
        }
        realm.getRequiredActionProvidersStream()
                .filter(action -> action.isDefaultAction() && !kept.contains(action.getAlias()))
                .toList()
                .forEach(action -> user.removeRequiredAction(action.getAlias()));
    }

    /** Removes the user from default groups that the record does not give. */
    private void leaveDefaultGroups() {
        realm.getDefaultGroupsStream()
                .filter(group -> !work.groupIds.contains(group.getId()))
                .toList()
                .forEach(user::leaveGroup);
    }

    /** Keycloak's models set both dates to the time of the import. */
    private void consent(ConsentDraft draft) {
        ClientModel client = realm.getClientById(draft.client());
        UserConsentModel consent = new UserConsentModel(client);
        draft.scopes()
                .forEach(scope -> consent.addGrantedClientScope(
                        KeycloakModelUtils.findClientScopeById(realm, client, scope.id()), scope.parameter()));
        if (session.users().getConsentByClient(realm, user.getId(), client.getId()) == null) {
            session.users().addConsent(realm, user.getId(), consent);
        }
    }

    private void join(String groupId) {
        GroupModel group = session.groups().getGroupById(realm, groupId);
        user.joinGroup(group);
    }

    private void join(UserWork.Organization membership) {
        OrganizationProvider organizations = session.getProvider(OrganizationProvider.class);
        OrganizationModel organization = organizations.getById(membership.id());
        if (membership.type() == MembershipType.MANAGED) {
            organizations.addManagedMember(organization, user);
        } else {
            organizations.addMember(organization, user);
        }
        Set<String> departments = membership.departments() == null ? Set.of() : membership.departments();
        departments.forEach(this::join);
    }
}
