// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.MembershipType;

/** An existing user with the changes of those records of a chunk that are planned so far. */
final class UserState {

    final StoredUser stored;
    final Set<String> roles;
    final Set<String> groups;
    Set<String> requiredActions;

    /** By alias of the identity provider. */
    Map<String, FederatedIdentityRepresentation> identities = new LinkedHashMap<>();

    /** Fields and attributes. */
    RecordUser profile;

    /** Id of the user storage of the user, or {@code null}. */
    String federationLink;

    UserState(ImportContext context, StoredUser stored) {
        this.stored = stored;
        roles = new HashSet<>(stored.realmRoles);
        roles.addAll(stored.clientRoles.keySet());
        groups = new HashSet<>(stored.memberships.keySet());
        requiredActions = new HashSet<>(stored.requiredActions);
        stored.identities.forEach(identity -> identities.put(identity.getIdentityProvider(), identity(identity)));
        profile = stored.model(context.session(), context.realm());
        federationLink = stored.entity.getFederationLink();
    }

    private static FederatedIdentityRepresentation identity(FederatedIdentityEntity row) {
        FederatedIdentityRepresentation identity = new FederatedIdentityRepresentation();
        identity.setIdentityProvider(row.getIdentityProvider());
        identity.setUserId(row.getUserId());
        identity.setUserName(row.getUserName());
        return identity;
    }

    String id() {
        return stored.entity.getId();
    }

    /** Fields and attributes by name, as lists that may be changed. */
    Map<String, List<String>> attributes() {
        Map<String, List<String>> attributes = new LinkedHashMap<>();
        profile.getAttributes().forEach((name, values) -> attributes.put(name, new ArrayList<>(values)));
        return attributes;
    }

    /** A copy of {@link #profile}. */
    RecordUser profileToChange(ImportContext context) {
        RecordUser copy = stored.model(context.session(), context.realm());
        List.copyOf(copy.getAttributes().keySet()).forEach(copy::removeAttribute);
        attributes().forEach(copy::setAttribute);
        copy.setEmailVerified(profile.isEmailVerified());
        return copy;
    }

    /** The difference from the rows. Called once, after the last record. */
    UserChange change() {
        profile.setFederationLink(federationLink);
        UserChange change = new UserChange(stored, profile, new UserRecord(), List.of(), false);
        change.planAttributes();
        Set<String> rolesBefore = new HashSet<>(stored.realmRoles);
        rolesBefore.addAll(stored.clientRoles.keySet());
        change.roles.addAll(without(roles, rolesBefore));
        change.removedRoles.addAll(without(rolesBefore, roles));
        without(groups, stored.memberships.keySet())
                .forEach(group -> change.memberships.put(group, MembershipType.UNMANAGED));
        change.removedMemberships.addAll(without(stored.memberships.keySet(), groups));
        change.requiredActions.addAll(without(requiredActions, stored.requiredActions));
        change.removedRequiredActions.addAll(without(stored.requiredActions, requiredActions));
        addIdentities(change);
        return change.complete();
    }

    private static Set<String> without(Set<String> all, Set<String> others) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(others);
        return rest;
    }

    private void addIdentities(UserChange change) {
        Map<String, FederatedIdentityRepresentation> added = new LinkedHashMap<>(identities);
        for (FederatedIdentityEntity before : stored.identities) {
            FederatedIdentityRepresentation after = added.remove(before.getIdentityProvider());
            if (after == null || !after.getUserId().equals(before.getUserId())) {
                change.removedIdentities.add(before);
                if (after != null) {
                    change.identities.add(after);
                }
            } else if (!Objects.equals(after.getUserName(), before.getUserName())) {
                change.renamedIdentities.put(before, after.getUserName());
            }
        }
        change.identities.addAll(added.values());
    }
}
