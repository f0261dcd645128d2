// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.OwnedTable;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.MembershipType;

/** Loads existing users with the rows of their tables. */
final class StoredUsers {

    /** In the order in which their rows are added to a user. */
    private static final List<OwnedTable> TABLES = List.of(
            UserTables.USERS,
            UserTables.ATTRIBUTES,
            UserTables.ROLES,
            UserTables.MEMBERSHIPS,
            UserTables.REQUIRED_ACTIONS,
            UserTables.IDENTITIES);

    private static final List<OwnedTable> WITH_CREDENTIALS =
            Stream.concat(TABLES.stream(), Stream.of(UserTables.CREDENTIALS)).toList();

    private final Queries rows;
    private final LockedUserRows locked;
    private final Map<String, StoredUser> users = new HashMap<>();
    private StoredUser last;

    StoredUsers(ReadContext context, Queries rows) {
        this.rows = rows;
        locked = LockedUserRows.of(context);
    }

    /**
     * Loads these users without their credentials; those that do not exist are missing. No persistence context manages
     * their entities.
     */
    Map<String, StoredUser> load(Collection<String> ids) {
        return load(ids, TABLES);
    }

    /** Like {@link #load}, with the credentials. */
    Map<String, StoredUser> loadWithCredentials(Collection<String> ids) {
        return load(ids, WITH_CREDENTIALS);
    }

    private Map<String, StoredUser> load(Collection<String> ids, List<OwnedTable> tables) {
        Iterator<List<Object[]>> read = locked.read(tables, ids).iterator();
        read.next().forEach(row -> users.put((String) row[0], new StoredUser(user(row))));
        read.next()
                .forEach(row -> of(row).attributes
                        .add(new StoredUser.Attribute(
                                (String) row[1], (String) row[2], (String) (row[3] == null ? row[4] : row[3]))));
        addRoles(read.next());
        addMemberships(read.next());
        read.next().forEach(row -> of(row).requiredActions.add((String) row[1]));
        read.next().forEach(row -> of(row).identities.add(identity(of(row).entity, row)));
        if (read.hasNext()) {
            read.next().forEach(row -> of(row).credentials.add(credential(of(row).entity, row)));
        }
        return users;
    }

    private static UserEntity user(Object[] row) {
        UserEntity user = new UserEntity();
        user.setId((String) row[0]);
        user.setRealmId((String) row[1]);
        user.setUsername((String) row[2]);
        user.setEmail((String) row[3], false);
        user.setEmailConstraint((String) row[4]);
        user.setFirstName((String) row[5]);
        user.setLastName((String) row[6]);
        user.setEnabled((Boolean) row[7]);
        user.setEmailVerified((Boolean) row[8]);
        user.setFederationLink((String) row[9]);
        user.setServiceAccountClientLink((String) row[10]);
        user.setNotBefore(((Number) row[11]).intValue());
        return user;
    }

    /** Many users have the same roles: a query of its own for these is faster than a join. */
    private void addRoles(List<Object[]> mappings) {
        Map<String, Object[]> roles =
                named(mappings, "select r.id, r.clientRole, r.clientId from RoleEntity r where r.id in (:values)");
        for (Object[] mapping : mappings) {
            Object[] role = roles.get((String) mapping[1]);
            if (role != null && Boolean.TRUE.equals(role[1])) {
                of(mapping).clientRoles.put((String) role[0], (String) role[2]);
            } else if (role != null) {
                of(mapping).realmRoles.add((String) role[0]);
            }
        }
    }

    private void addMemberships(List<Object[]> memberships) {
        Map<String, Object[]> groups = named(
                memberships,
                "select g.id, g.type, g.name, g.organization.id from GroupEntity g where g.id in (:values)");
        for (Object[] membership : memberships) {
            Object[] group = groups.get((String) membership[1]);
            if (group != null) {
                of(membership).memberships.put((String) group[0], membership((String) membership[2], group));
            }
        }
    }

    /** Rows that others refer to in their second column, by their ids, which are in the first column. */
    private Map<String, Object[]> named(List<Object[]> referring, String jpql) {
        Set<String> ids = new HashSet<>();
        referring.forEach(row -> ids.add((String) row[1]));
        Map<String, Object[]> byId = new HashMap<>();
        rows.select(jpql, ids, Map.of()).forEach(row -> byId.put((String) row[0], row));
        return byId;
    }

    private static FederatedIdentityEntity identity(UserEntity user, Object[] row) {
        FederatedIdentityEntity identity = new FederatedIdentityEntity();
        identity.setUser(user);
        identity.setRealmId((String) row[1]);
        identity.setIdentityProvider((String) row[2]);
        identity.setUserId((String) row[3]);
        identity.setUserName((String) row[4]);
        return identity;
    }

    private static CredentialEntity credential(UserEntity user, Object[] row) {
        CredentialEntity credential = new CredentialEntity();
        credential.setUser(user);
        credential.setId((String) row[1]);
        credential.setType((String) row[2]);
        credential.setUserLabel((String) row[3]);
        credential.setCreatedDate((Long) row[4]);
        credential.setSecretData((String) row[5]);
        credential.setCredentialData((String) row[6]);
        credential.setPriority(((Number) row[7]).intValue());
        return credential;
    }

    /** Replaces the credentials of these users by entities that the persistence context manages. */
    static void manageCredentials(Queries rows, Collection<StoredUser> users) {
        Map<String, StoredUser> byId = new HashMap<>();
        for (StoredUser user : users) {
            byId.put(user.entity.getId(), user);
            user.credentials.clear();
        }
        rows.list(
                        "select c from CredentialEntity c where c.user.id in (:values) order by c.priority",
                        CredentialEntity.class,
                        byId.keySet(),
                        Map.of())
                .forEach(credential ->
                        byId.get(credential.getUser().getId()).credentials.add(credential));
    }

    void loadConsents(Collection<String> ids) {
        Map<String, StoredConsent> consents = new HashMap<>();
        select(
                "select c.user.id, c.id, c.clientId, c.createdDate, c.lastUpdatedDate from UserConsentEntity c"
                        + " where c.user.id in (:values)",
                ids,
                row -> {
                    StoredConsent stored = new StoredConsent(consent(of(row).entity, row), new HashSet<>());
                    consents.put((String) row[1], stored);
                    of(row).consents.add(stored);
                });
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

    private static UserConsentEntity consent(UserEntity user, Object[] row) {
        UserConsentEntity consent = new UserConsentEntity();
        consent.setUser(user);
        consent.setId((String) row[1]);
        consent.setClientId((String) row[2]);
        consent.setCreatedDate((Long) row[3]);
        consent.setLastUpdatedDate((Long) row[4]);
        return consent;
    }

    private void select(String jpql, Collection<String> ids, Consumer<Object[]> reader) {
        rows.select(jpql, ids, Map.of()).forEach(reader);
    }

    /** Rows of one user mostly follow each other, and to compare ids is faster than to look one up. */
    private StoredUser of(Object[] row) {
        String id = (String) row[0];
        if (last == null || !id.equals(last.entity.getId())) {
            last = users.get(id);
        }
        return last;
    }

    private static StoredUser.Membership membership(String type, Object[] group) {
        boolean ofOrganization = ((Number) group[1]).intValue() == GroupModel.Type.ORGANIZATION.intValue();
        String organization = ofOrganization ? (String) group[3] : null;
        return new StoredUser.Membership(
                (String) group[0],
                MembershipType.valueOf(type),
                organization,
                organization != null && organization.equals(group[2]));
    }

    /** The user with this id; {@code null} if there is none. */
    StoredUser find(String id) {
        return users.get(id);
    }

    Set<String> ids() {
        return users.keySet();
    }

    /** Whether these users are the same as in another reading. */
    boolean areAs(StoredUsers others, Collection<String> ids) {
        return ids.stream().allMatch(id -> {
            StoredUser other = others.find(id);
            return other != null && find(id).isAs(other);
        });
    }
}
