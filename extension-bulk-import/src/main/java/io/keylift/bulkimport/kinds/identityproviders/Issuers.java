// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.broker.jwtauthorizationgrant.JWTAuthorizationGrantConfig;
import org.keycloak.broker.jwtauthorizationgrant.JWTAuthorizationGrantIdentityProviderFactory;
import org.keycloak.broker.kubernetes.KubernetesIdentityProviderFactory;
import org.keycloak.broker.oidc.OIDCIdentityProviderConfig;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.IdentityProviderType;

/**
 * Issuers that only one enabled identity provider of a realm may have, because Keycloak finds the provider of a token
 * by its issuer. Keycloak's own check reads all identity providers of the realm for each one that is written; this one
 * reads those with an issuer of the chunk, in two queries.
 */
final class Issuers {

    private static final String POINTER = Pointers.to("/config", IdentityProviderModel.ISSUER);

    /** Ids of the enabled identity providers, by the keys that they have. */
    private final Map<UniqueKey, Set<String>> owners = new HashMap<>();

    /** The keys of an enabled identity provider; empty if other providers may have its issuer. */
    static List<UniqueKey> keys(String providerId, Map<String, String> config) {
        String issuer = config.get(IdentityProviderModel.ISSUER);
        if (issuer == null || issuer.isEmpty()) {
            return List.of();
        }
        List<UniqueKey> keys = new ArrayList<>(0);
        if (JWTAuthorizationGrantIdentityProviderFactory.PROVIDER_ID.equals(providerId)
                || Boolean.parseBoolean(config.get(JWTAuthorizationGrantConfig.JWT_AUTHORIZATION_GRANT_ENABLED))) {
            keys.add(key(IdentityProviderType.JWT_AUTHORIZATION_GRANT, issuer));
        }
        if (KubernetesIdentityProviderFactory.PROVIDER_ID.equals(providerId)
                || Boolean.parseBoolean(config.get(OIDCIdentityProviderConfig.SUPPORTS_CLIENT_ASSERTIONS))) {
            keys.add(key(IdentityProviderType.CLIENT_ASSERTION, issuer));
        }
        return keys;
    }

    private static UniqueKey key(IdentityProviderType type, String issuer) {
        return new UniqueKey("issuer for " + type, issuer, POINTER);
    }

    private static List<UniqueKey> keys(IdentityProviderModel provider) {
        return provider.isEnabled() ? keys(provider.getProviderId(), provider.getConfig()) : List.of();
    }

    /** @param providers identity providers of the chunk after the write */
    void load(Queries rows, String realmId, Collection<IdentityProviderModel> providers) {
        Set<String> issuers = new HashSet<>();
        providers.forEach(provider -> keys(provider).forEach(key -> issuers.add(key.name())));
        Map<String, String> types = new HashMap<>();
        rows.select(
                        "select p.internalId, p.providerId from IdentityProviderEntity p join p.config c"
                                + " where p.realmId = :realm and p.enabled = true and key(c) = '"
                                + IdentityProviderModel.ISSUER + "' and value(c) in (:values)",
                        issuers,
                        Map.of("realm", realmId))
                .forEach(row -> types.put((String) row[0], (String) row[1]));
        StoredProviders.configs(rows, types.keySet())
                .forEach((id, config) -> keys(types.get(id), config).forEach(key -> add(key, id)));
    }

    private void add(UniqueKey key, String id) {
        owners.computeIfAbsent(key, any -> new HashSet<>()).add(id);
    }

    /** Releases the former keys of an identity provider, and gives it the new ones unless they are in use. */
    void write(IdentityProviderWork work) {
        owners.values().forEach(ids -> ids.remove(work.id));
        // Only the database shows which keys it releases, and which ones a merge keeps.
        before(work).forEach(work.item::orderAfter);
        for (UniqueKey key : keys(work.model)) {
            work.item.orderAfter(key);
            if (!owners.getOrDefault(key, Set.of()).isEmpty()) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        POINTER,
                        "Another enabled identity provider has this issuer. Both would accept the same tokens.");
                return;
            }
            add(key, work.id);
        }
    }

    private static List<UniqueKey> before(IdentityProviderWork work) {
        return work.stored != null && work.stored.row().isEnabled()
                ? keys(work.stored.row().getProviderId(), work.stored.config())
                : List.of();
    }
}
