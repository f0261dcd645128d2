// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.util.List;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;

/** Adds the entities and tables of this package to Keycloak's. */
final class KeyliftJpaEntityProvider implements JpaEntityProvider {

    static final String CHANGELOG = "META-INF/keylift-import-changelog.xml";

    @Override
    public List<Class<?>> getEntities() {
        return List.of(
                KeyliftJobEntity.class,
                KeyliftChunkEntity.class,
                KeyliftDryRunKeyEntity.class,
                KeyliftDeferredEntity.class,
                KeyliftListedEntity.class,
                KeyliftUndoEntity.class,
                KeyliftChunkKeysEntity.class);
    }

    @Override
    public String getChangelogLocation() {
        return CHANGELOG;
    }

    @Override
    public String getFactoryId() {
        return KeyliftJpaEntityProviderFactory.ID;
    }

    @Override
    public void close() {}
}
