// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.util.List;
import org.keycloak.connections.jpa.entityprovider.JpaEntityProvider;

/** Adds Keylift's capability entities and tables to Keycloak's database. */
final class CapabilityJpaEntityProvider implements JpaEntityProvider {

    static final String CHANGELOG = "META-INF/keylift-capability-changelog.xml";

    @Override
    public List<Class<?>> getEntities() {
        return List.of(
                KeyliftCapabilityEntity.class,
                KeyliftCapabilityMemberEntity.class,
                KeyliftCapabilityExpansionEntity.class,
                KeyliftCapabilityHolderEntity.class,
                KeyliftCapabilityAssignmentEntity.class,
                KeyliftCapabilityCatalogEntity.class,
                KeyliftCapabilitySourceEntity.class);
    }

    @Override
    public String getChangelogLocation() {
        return CHANGELOG;
    }

    @Override
    public String getFactoryId() {
        return CapabilityJpaEntityProviderFactory.ID;
    }

    @Override
    public void close() {}
}
