// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/** Rows of a chunk's identity providers to insert and to replace, collected and then written table by table. */
final class ProviderRows {

    private static final String CONFIG = "config";

    private final EntityManager em;
    private final String realmId;
    private final List<IdentityProviderEntity> providers = new ArrayList<>();
    private final List<CollectionRows.Row> config = new ArrayList<>();
    private final List<String> obsoleteConfig = new ArrayList<>();
    private final List<IdentityProviderMapperEntity> mappers = new ArrayList<>();
    private final List<CollectionRows.Row> mapperConfig = new ArrayList<>();
    private final List<String> obsoleteMappers = new ArrayList<>();

    ProviderRows(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
    }

    void add(IdentityProviderWork work) {
        if (work.isNew()) {
            IdentityProviderEntity provider = new IdentityProviderEntity();
            provider.setInternalId(work.id);
            provider.setRealmId(realmId);
            provider.setAlias(work.record.alias());
            provider.setProviderId(work.model.getProviderId());
            work.applyTo(provider);
            providers.add(provider);
            addConfig(work);
        } else if (work.changesProvider || work.changesLink()) {
            work.applyTo(work.stored.row());
            if (work.changesConfig()) {
                obsoleteConfig.add(work.id);
                addConfig(work);
            }
        }
        work.changedMappers.forEach(mapper -> obsoleteMappers.add(mapper.getId()));
        work.removedMappers.forEach(mapper -> obsoleteMappers.add(mapper.getId()));
        work.addedMappers.forEach(this::addMapper);
        work.changedMappers.forEach(this::addMapper);
    }

    private void addConfig(IdentityProviderWork work) {
        work.model.getConfig().forEach((name, value) -> config.add(new CollectionRows.Row(work.id, name, value)));
    }

    private void addMapper(IdentityProviderMapperEntity mapper) {
        IdentityProviderMapperEntity bare = new IdentityProviderMapperEntity();
        bare.setId(mapper.getId());
        bare.setRealmId(mapper.getRealmId());
        bare.setIdentityProviderAlias(mapper.getIdentityProviderAlias());
        bare.setName(mapper.getName());
        bare.setIdentityProviderMapper(mapper.getIdentityProviderMapper());
        mappers.add(bare);
        mapper.getConfig()
                .forEach((name, value) -> mapperConfig.add(new CollectionRows.Row(mapper.getId(), name, value)));
    }

    /** Deletes obsolete rows and inserts the new ones, referenced tables first. */
    void write() {
        BulkInsert.insert(em, providers);
        CollectionRows configRows = new CollectionRows(em, IdentityProviderEntity.class, CONFIG);
        configRows.deleteAllOf(obsoleteConfig);
        configRows.insert(config);
        CollectionRows mapperConfigRows = new CollectionRows(em, IdentityProviderMapperEntity.class, CONFIG);
        mapperConfigRows.deleteAllOf(obsoleteMappers);
        new Queries(em)
                .execute(
                        "delete from IdentityProviderMapperEntity m where m.id in (:values)",
                        obsoleteMappers,
                        Map.of());
        BulkInsert.insert(em, mappers);
        mapperConfigRows.insert(mapperConfig);
    }
}
