// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.common.util.Time;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.utils.StringUtil;

/** The changes that a record makes to an existing user. */
final class UserChange {

    final StoredUser stored;
    final UserEntity user;

    /** The user after the change, by the realm's profile. */
    final RecordUser target;

    /** Names the user had before, for the caches. */
    final String emailBefore;

    final UserRecord given;
    final List<CredentialDraft> credentials;

    /** Whether the change replaces all credentials of the user. */
    final boolean allCredentials;

    final Map<String, List<String>> attributes = new HashMap<>();
    final Set<String> removedAttributes = new HashSet<>();
    final Set<String> roles = new LinkedHashSet<>();
    final Set<String> removedRoles = new LinkedHashSet<>();
    final Map<String, MembershipType> memberships = new LinkedHashMap<>();
    final Set<String> removedMemberships = new LinkedHashSet<>();
    final Set<String> requiredActions = new LinkedHashSet<>();
    final Set<String> removedRequiredActions = new LinkedHashSet<>();
    final List<FederatedIdentityRepresentation> identities = new ArrayList<>();
    final List<FederatedIdentityEntity> removedIdentities = new ArrayList<>();
    final Map<FederatedIdentityEntity, String> renamedIdentities = new LinkedHashMap<>();
    final ConsentChange consents = new ConsentChange();

    /** Whether failed sign-ins of the user are forgotten. */
    boolean unlocks;

    private boolean change;

    UserChange(
            StoredUser stored,
            RecordUser target,
            UserRecord given,
            List<CredentialDraft> credentials,
            boolean allCredentials) {
        this.stored = stored;
        this.user = stored.entity;
        this.target = target;
        this.given = given;
        this.credentials = credentials;
        this.allCredentials = allCredentials;
        emailBefore = user.getEmail();
    }

    /** Whether there is anything to write. */
    boolean isChange() {
        return change;
    }

    /** Plans the difference between the attributes of the target and the stored ones. */
    void planAttributes() {
        Map<String, List<String>> before = stored.values();
        Map<String, List<String>> after = target.customAttributes();
        for (Map.Entry<String, List<String>> attribute : after.entrySet()) {
            List<String> values =
                    attribute.getValue().stream().filter(StringUtil::isNotBlank).toList();
            if (!values.equals(before.getOrDefault(attribute.getKey(), List.of()))) {
                attributes.put(attribute.getKey(), values);
            }
        }
        for (StoredUser.Attribute attribute : stored.attributes) {
            if (attributes.containsKey(attribute.name()) || !after.containsKey(attribute.name())) {
                removedAttributes.add(attribute.id());
            }
        }
    }

    /** Marks the plan as complete; afterwards the entity may change. */
    UserChange complete() {
        change = fieldsChange()
                || unlocks
                || changesCredentials()
                || !attributes.isEmpty()
                || !removedAttributes.isEmpty()
                || !roles.isEmpty()
                || !removedRoles.isEmpty()
                || !memberships.isEmpty()
                || !removedMemberships.isEmpty()
                || !requiredActions.isEmpty()
                || !removedRequiredActions.isEmpty()
                || !identities.isEmpty()
                || !removedIdentities.isEmpty()
                || !renamedIdentities.isEmpty()
                || consents.isChange();
        return this;
    }

    private boolean fieldsChange() {
        return !Objects.equals(user.getUsername(), target.getUsername())
                || !Objects.equals(emailBefore, target.getEmail())
                || !Objects.equals(user.getFirstName(), target.getFirstName())
                || !Objects.equals(user.getLastName(), target.getLastName())
                || user.isEmailVerified() != target.isEmailVerified()
                || user.isEnabled() != target.isEnabled()
                || (given.getNotBefore() != null && given.getNotBefore() != user.getNotBefore())
                || !Objects.equals(user.getFederationLink(), target.getFederationLink());
    }

    /** Whether credentials of the user change. */
    boolean changesCredentials() {
        return allCredentials || !credentials.isEmpty();
    }

    /** Changes the rows and collects them to be written. Credentials that change are managed entities. */
    void apply(UserRows rows, CredentialRows credentialRows, boolean duplicateEmails) {
        if (fieldsChange()) {
            rows.change(user);
        }
        user.setUsername(target.getUsername());
        if (!Objects.equals(emailBefore, target.getEmail())) {
            user.setEmail(target.getEmail(), duplicateEmails);
        }
        user.setFirstName(target.getFirstName());
        user.setLastName(target.getLastName());
        user.setEmailVerified(target.isEmailVerified());
        user.setEnabled(target.isEnabled());
        user.setFederationLink(target.getFederationLink());
        if (given.getNotBefore() != null) {
            user.setNotBefore(given.getNotBefore());
        }
        removedAttributes.forEach(rows::removeAttribute);
        attributes.forEach((name, values) -> values.forEach(value -> rows.attribute(user, name, value)));
        removedRoles.forEach(role -> rows.removeRole(user, role));
        roles.forEach(role -> rows.role(user, role));
        removedMemberships.forEach(group -> rows.removeMembership(user, group));
        memberships.forEach((group, type) -> rows.membership(user, group, type));
        removedRequiredActions.forEach(action -> rows.removeRequiredAction(user, action));
        requiredActions.forEach(action -> rows.requiredAction(user, action));
        removedIdentities.forEach(rows::removeIdentity);
        identities.forEach(identity ->
                rows.identity(user, identity.getIdentityProvider(), identity.getUserId(), identity.getUserName()));
        renamedIdentities.forEach(rows::renameIdentity);
        long now = Time.currentTimeMillis();
        consents.apply(user, rows, now);
        if (allCredentials) {
            credentialRows.replace(user, stored.credentials, credentials, rows, now);
        } else {
            credentialRows.apply(user, stored.credentials, credentials, rows, now);
        }
    }
}
