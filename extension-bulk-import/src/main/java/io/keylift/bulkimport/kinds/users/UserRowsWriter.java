// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkUpdate;
import io.keylift.bulkimport.rows.FormerRows;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.util.Time;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RequiredActionProviderModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** Writes the rows of users and their dependents. */
final class UserRowsWriter {

    private final ImportContext context;
    private final boolean duplicateEmails;
    private final String realmId;
    private final String defaultRole;
    private final List<String> defaultGroups;
    private final List<String> defaultActions;
    private final CredentialRows credentials;
    private final UserRows rows = new UserRows();

    UserRowsWriter(ImportContext context) {
        RealmModel realm = context.realm();
        this.context = context;
        duplicateEmails = realm.isDuplicateEmailsAllowed();
        realmId = realm.getId();
        defaultRole = realm.getDefaultRole().getId();
        defaultGroups = realm.getDefaultGroupsStream().map(GroupModel::getId).toList();
        defaultActions = realm.getRequiredActionProvidersStream()
                .filter(action -> action.isEnabled() && action.isDefaultAction())
                .map(RequiredActionProviderModel::getAlias)
                .toList();
        credentials = new CredentialRows(realm.getPasswordPolicy());
    }

    void write(List<UserWork> works) {
        works.stream().filter(UserWork::isNew).forEach(this::add);
        writeChanges(works.stream()
                .filter(work -> !work.isNew())
                .map(work -> work.change)
                .toList());
    }

    /** Changes existing users, and inserts the rows that were added before. */
    void writeChanges(List<UserChange> changes) {
        releaseHandedOnEmails(changes);
        StoredUsers.manageCredentials(
                new Queries(context.entityManager()),
                changes.stream()
                        .filter(UserChange::changesCredentials)
                        .map(change -> change.stored)
                        .toList());
        changes.forEach(change -> change.apply(rows, credentials, duplicateEmails));
        Set<Class<?>> written = rows.entities();
        if (changes.stream().anyMatch(UserChange::changesCredentials)) {
            context.entityManager().flush();
            written.add(CredentialEntity.class);
        }
        LockedUserRows.of(context).forget(written);
        rows.write(context.entityManager(), context.ofChunk(FormerRows.class, FormerRows::new));
    }

    /**
     * Releases email addresses that move from one user to another: the database checks each row on its own, not in the
     * order of the records.
     */
    private void releaseHandedOnEmails(List<UserChange> all) {
        List<UserChange> changes = all.stream()
                .filter(change -> !Objects.equals(change.emailBefore, change.target.getEmail()))
                .toList();
        Set<String> wanted =
                changes.stream().map(change -> change.target.getEmail()).collect(Collectors.toSet());
        List<UserChange> handingOn = changes.stream()
                .filter(change -> change.emailBefore != null && wanted.contains(change.emailBefore))
                .toList();
        if (!duplicateEmails && !handingOn.isEmpty()) {
            handingOn.forEach(change -> change.user.setEmailConstraint(Ids.next()));
            BulkUpdate.update(
                    context.entityManager(),
                    handingOn.stream().map(change -> change.user).toList(),
                    List.of("emailConstraint"));
        }
    }

    private void add(UserWork work) {
        long now = Time.currentTimeMillis();
        UserEntity user = user(work, now);
        rows.add(user);
        for (Map.Entry<String, List<String>> attribute : work.draft.attributes.entrySet()) {
            for (String value : attribute.getValue()) {
                rows.attribute(user, attribute.getKey(), value);
            }
        }
        roles(work).forEach(role -> rows.role(user, role));
        work.memberships(defaultGroups).forEach((group, type) -> rows.membership(user, group, type));
        if (!work.draft.credentials.isEmpty()) {
            credentials.apply(user, new ArrayList<>(), work.draft.credentials, rows, now);
        }
        requiredActions(work).forEach(action -> rows.requiredAction(user, action));
        if (work.consents != null) {
            work.consents.forEach(consent -> rows.consent(user, consent, now));
        }
        if (work.user.getFederatedIdentities() != null) {
            for (FederatedIdentityRepresentation identity : work.user.getFederatedIdentities()) {
                rows.identity(user, identity.getIdentityProvider(), identity.getUserId(), identity.getUserName());
            }
        }
    }

    private UserEntity user(UserWork work, long now) {
        UserRecord given = work.user;
        UserDraft draft = work.draft;
        UserEntity user = new UserEntity();
        user.setId(work.id);
        user.setRealmId(realmId);
        user.setUsername(draft.username);
        user.setFirstName(draft.firstName);
        user.setLastName(draft.lastName);
        user.setCreatedTimestamp(given.getCreatedTimestamp() == null ? Long.valueOf(now) : given.getCreatedTimestamp());
        user.setLastModifiedTimestamp(now);
        user.setEnabled(Boolean.TRUE.equals(given.isEnabled()));
        user.setEmailVerified(Boolean.TRUE.equals(given.isEmailVerified()));
        user.setFederationLink(given.getFederationLink());
        if (given.getNotBefore() != null) {
            user.setNotBefore(given.getNotBefore());
        }
        if (draft.email != null) {
            user.setEmail(draft.email, false);
        }
        if (draft.email == null || duplicateEmails) {
            // A value that never conflicts. It increases with time, so inserts go to the right edge of the unique
            // index.
            user.setEmailConstraint(Ids.next());
        }
        return user;
    }

    private Set<String> roles(UserWork work) {
        Set<String> roles = new LinkedHashSet<>(4);
        roles.add(defaultRole);
        for (KnownRole role : work.mappings.roles()) {
            roles.add(role.id());
        }
        return roles;
    }

    private Set<String> requiredActions(UserWork work) {
        List<String> given = work.user.getRequiredActions();
        Set<String> actions = new LinkedHashSet<>(given == null ? defaultActions : given);
        if (work.draft.updatePassword || work.draft.choosesPassword) {
            actions.add(UserModel.RequiredAction.UPDATE_PASSWORD.name());
        }
        return actions;
    }
}
