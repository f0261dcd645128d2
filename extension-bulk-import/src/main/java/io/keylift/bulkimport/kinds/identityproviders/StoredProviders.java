// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/** Loads identity providers and mappers: one query for each table. */
final class StoredProviders {

    /** The alias is not unique in this table: a provider has several mappers. */
    private static final LookupKey MAPPERS = LookupKey.of(
                    "IdentityProviderMapperEntity",
                    "IDENTITY_PROVIDER_MAPPER",
                    "id, identityProviderAlias, name, identityProviderMapper",
                    "ID, IDP_ALIAS, NAME, IDP_MAPPER_NAME")
            .checkedForRealm()
            .by("identityProviderAlias", "IDP_ALIAS")
            .ordered();

    private StoredProviders() {}

    /** The identity providers by id; those that do not exist are missing. */
    static Map<String, StoredProvider> load(Queries rows, Collection<String> ids) {
        List<IdentityProviderEntity> entities = rows.list(
                "select p from IdentityProviderEntity p where p.internalId in (:values)",
                IdentityProviderEntity.class,
                ids,
                Map.of());
        Map<String, Map<String, String>> configs = configs(rows, ids);
        Map<String, StoredProvider> providers = new HashMap<>();
        entities.forEach(row -> providers.put(
                row.getInternalId(), new StoredProvider(row, configs.getOrDefault(row.getInternalId(), Map.of()))));
        return providers;
    }

    /** Settings by the provider's id. */
    static Map<String, Map<String, String>> configs(Queries rows, Collection<String> ids) {
        Map<String, Map<String, String>> configs = new HashMap<>();
        rows.select(
                        "select p.internalId, key(c), value(c) from IdentityProviderEntity p join p.config c"
                                + " where p.internalId in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> configs.computeIfAbsent((String) row[0], id -> new HashMap<>())
                        .put((String) row[1], (String) row[2]));
        return configs;
    }

    /** Copies of the mappers with their settings, by the alias of their provider. */
    static Map<String, List<IdentityProviderMapperEntity>> mappers(
            Queries rows, String realmId, Collection<String> aliases) {
        Map<String, IdentityProviderMapperEntity> mappers = new HashMap<>();
        Map<String, List<IdentityProviderMapperEntity>> byAlias = new HashMap<>();
        for (Object[] row : rows.select(MAPPERS, realmId, new HashSet<>(aliases))) {
            IdentityProviderMapperEntity mapper = new IdentityProviderMapperEntity();
            mapper.setId((String) row[0]);
            mapper.setRealmId(realmId);
            mapper.setIdentityProviderAlias((String) row[1]);
            mapper.setName((String) row[2]);
            mapper.setIdentityProviderMapper((String) row[3]);
            mapper.setConfig(new HashMap<>());
            mappers.put(mapper.getId(), mapper);
            byAlias.computeIfAbsent(mapper.getIdentityProviderAlias(), alias -> new ArrayList<>())
                    .add(mapper);
        }
        rows.select(
                        "select m.id, key(c), value(c) from IdentityProviderMapperEntity m join m.config c"
                                + " where m.id in (:values)",
                        mappers.keySet(),
                        Map.of())
                .forEach(row -> mappers.get((String) row[0]).getConfig().put((String) row[1], (String) row[2]));
        return byAlias;
    }
}
