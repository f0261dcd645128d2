// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** The identity providers that records name, and the users who have the identities and decentralized identifiers. */
final class IdentityOwners {

    private final Queries rows;
    private final Map<String, String> realm;
    private final Set<String> providers = new HashSet<>();
    private final Map<String, String> owners = new HashMap<>();

    IdentityOwners(Queries rows, String realmId) {
        this.rows = rows;
        realm = Map.of("realm", realmId);
    }

    /**
     * Runs three queries.
     *
     * @param aliases of identity providers
     * @param userIds ids of users at identity providers
     * @param decentralized decentralized identifiers
     */
    void load(Collection<String> aliases, Collection<String> userIds, Collection<String> decentralized) {
        providers.addAll(rows.list(
                "select p.alias from IdentityProviderEntity p where p.realmId = :realm and p.alias in (:values)",
                String.class,
                aliases,
                realm));
        for (Object[] row : rows.select(
                "select f.identityProvider, f.userId, f.user.id from FederatedIdentityEntity f"
                        + " where f.realmId = :realm and f.userId in (:values)",
                userIds,
                realm)) {
            owners.put(row[0] + " " + row[1], (String) row[2]);
        }
        for (Object[] row : rows.select(
                "select a.value, a.user.id from UserAttributeEntity a"
                        + " where a.name = 'did' and a.user.realmId = :realm and a.value in (:values)",
                decentralized,
                realm)) {
            owners.put(key((String) row[0]), (String) row[1]);
        }
    }

    /** Key of an identity. */
    static String key(FederatedIdentityRepresentation identity) {
        return identity.getIdentityProvider() + " " + identity.getUserId();
    }

    /** Key of a decentralized identifier. */
    static String key(String decentralized) {
        return "did " + decentralized;
    }

    /** Whether the realm has this identity provider. */
    boolean isProvider(String alias) {
        return providers.contains(alias);
    }

    /** Id of the user with this key, or {@code null}. */
    String find(String uniqueKey) {
        return owners.get(uniqueKey);
    }

    /** Notes that the user has this key from now on. */
    void give(String uniqueKey, String userId) {
        owners.put(uniqueKey, userId);
    }

    /** Notes that the user no longer has this key. */
    void release(String uniqueKey, String userId) {
        owners.remove(uniqueKey, userId);
    }
}
