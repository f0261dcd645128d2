// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.utils.StringUtil;

/** An existing user with the rows of all tables. */
final class StoredUser {

    /** A value of an attribute. */
    record Attribute(String id, String name, String value) {}

    /**
     * A membership; {@code organizationId} is that of the group's owner, {@code internal} marks the group of its
     * members.
     */
    record Membership(String groupId, MembershipType type, String organizationId, boolean internal) {}

    /** Its row, which no persistence context manages. */
    final UserEntity entity;

    final List<Attribute> attributes = new ArrayList<>();
    final List<CredentialEntity> credentials = new ArrayList<>(2);
    final Set<String> realmRoles = new HashSet<>();
    /** Client roles with their clients' internal ids. */
    final Map<String, String> clientRoles = new HashMap<>();

    final Map<String, Membership> memberships = new HashMap<>();
    final Set<String> requiredActions = new HashSet<>();
    final List<FederatedIdentityEntity> identities = new ArrayList<>();

    /** Loaded only if the record gives consents. */
    final List<StoredConsent> consents = new ArrayList<>(0);

    StoredUser(UserEntity entity) {
        this.entity = entity;
    }

    /** The user in memory, with the values of the rows, without the link to a user storage. */
    RecordUser model(KeycloakSession session, RealmModel realm) {
        RecordUser user = new RecordUser(session, realm, entity.getId(), entity.getUsername(), entity.getEmail());
        user.setIfPresent(UserModel.FIRST_NAME, entity.getFirstName());
        user.setIfPresent(UserModel.LAST_NAME, entity.getLastName());
        values().forEach(user::setAttribute);
        user.setEnabled(entity.isEnabled());
        user.setEmailVerified(entity.isEmailVerified());
        user.setServiceAccountClientLink(entity.getServiceAccountClientLink());
        return user;
    }

    /** Values of the attributes by name. */
    Map<String, List<String>> values() {
        Map<String, List<String>> values = new HashMap<>();
        for (Attribute attribute : attributes) {
            values.computeIfAbsent(attribute.name(), name -> new ArrayList<>()).add(attribute.value());
        }
        return values;
    }

    boolean hasRole(String id) {
        return realmRoles.contains(id) || clientRoles.containsKey(id);
    }

    /**
     * Whether an organization may refuse this email address. It requires its members to have one, and its managed
     * members to have one of its domains. The current address was checked before.
     */
    boolean mayOrganizationRefuse(String email) {
        if (StringUtil.isBlank(email)) {
            return memberships.values().stream().anyMatch(Membership::internal);
        }
        return !email.equalsIgnoreCase(entity.getEmail())
                && !identities.isEmpty()
                && memberships.values().stream().anyMatch(m -> m.internal() && m.type() == MembershipType.MANAGED);
    }

    /** Whether all rows are the same. */
    boolean isAs(StoredUser other) {
        return columns().equals(other.columns())
                && attributes.equals(other.attributes)
                && realmRoles.equals(other.realmRoles)
                && clientRoles.equals(other.clientRoles)
                && memberships.equals(other.memberships)
                && requiredActions.equals(other.requiredActions)
                && same(identities, other.identities, StoredUser::columns)
                && same(credentials, other.credentials, StoredUser::columns)
                && same(consents, other.consents, StoredUser::columns);
    }

    private List<Object> columns() {
        return Arrays.asList(
                entity.getUsername(),
                entity.getEmail(),
                entity.getEmailConstraint(),
                entity.getFirstName(),
                entity.getLastName(),
                entity.isEnabled(),
                entity.isEmailVerified(),
                entity.getFederationLink(),
                entity.getServiceAccountClientLink(),
                entity.getNotBefore());
    }

    private static List<Object> columns(FederatedIdentityEntity row) {
        return Arrays.asList(row.getIdentityProvider(), row.getUserId(), row.getUserName());
    }

    private static List<Object> columns(CredentialEntity row) {
        return Arrays.asList(
                row.getId(),
                row.getType(),
                row.getUserLabel(),
                row.getCreatedDate(),
                row.getSecretData(),
                row.getCredentialData(),
                row.getPriority());
    }

    private static List<Object> columns(StoredConsent consent) {
        UserConsentEntity row = consent.entity();
        return Arrays.asList(
                row.getId(), row.getClientId(), row.getCreatedDate(), row.getLastUpdatedDate(), consent.scopes());
    }

    /** The rows have no order, although they mostly come in the same one. */
    private static <T> boolean same(List<T> rows, List<T> others, Function<T, List<Object>> columns) {
        List<List<Object>> some = columns(rows, columns);
        List<List<Object>> rest = columns(others, columns);
        return some.equals(rest) || some.size() == rest.size() && new HashSet<>(some).equals(new HashSet<>(rest));
    }

    private static <T> List<List<Object>> columns(List<T> rows, Function<T, List<Object>> columns) {
        List<List<Object>> values = new ArrayList<>(rows.size());
        rows.forEach(row -> values.add(columns.apply(row)));
        return values;
    }
}
