// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;

/** Mappers of an identity provider as Keycloak stores and represents them. */
final class ProviderMappers {

    private ProviderMappers() {}

    /**
     * Decides which mappers a record adds, changes and removes. A list replaces the stored one or, in a merge, adds to
     * it. A new provider keeps existing mappers of its alias.
     */
    static void decide(
            IdentityProviderWork work,
            String realmId,
            List<IdentityProviderMapperEntity> stored,
            ProviderMapperIds ids,
            boolean merge) {
        List<IdentityProviderMapperRepresentation> given = work.record.mappers();
        if (given == null) {
            return;
        }
        boolean keep = merge || work.isNew();
        ids.check(work.item, work.record.alias(), given, stored, keep);
        Map<String, String> newIds = ids.settle(work.item, work.record.alias(), given, stored, keep);
        Map<String, IdentityProviderMapperEntity> present = new HashMap<>();
        stored.forEach(mapper -> present.put(mapper.getName(), mapper));
        for (IdentityProviderMapperRepresentation representation : given) {
            IdentityProviderMapperEntity before = present.remove(representation.getName());
            IdentityProviderMapperEntity wanted = entity(representation, realmId, work.record.alias());
            wanted.setId(before == null ? newIds.get(wanted.getName()) : before.getId());
            if (before == null) {
                work.addedMappers.add(wanted);
            } else if (!before.getIdentityProviderMapper().equals(wanted.getIdentityProviderMapper())
                    || !before.getConfig().equals(wanted.getConfig())) {
                work.changedMappers.add(wanted);
            }
        }
        if (!keep) {
            work.removedMappers.addAll(present.values());
        }
    }

    /** Empty values are not stored. */
    private static IdentityProviderMapperEntity entity(
            IdentityProviderMapperRepresentation given, String realmId, String alias) {
        IdentityProviderMapperEntity mapper = new IdentityProviderMapperEntity();
        mapper.setRealmId(realmId);
        mapper.setIdentityProviderAlias(alias);
        mapper.setName(given.getName());
        mapper.setIdentityProviderMapper(given.getIdentityProviderMapper());
        Map<String, String> config = RepresentationToModel.removeEmptyString(given.getConfig());
        mapper.setConfig(config == null ? new HashMap<>() : config);
        return mapper;
    }

    static IdentityProviderMapperRepresentation representation(IdentityProviderMapperEntity mapper) {
        IdentityProviderMapperRepresentation representation = new IdentityProviderMapperRepresentation();
        representation.setId(mapper.getId());
        representation.setName(mapper.getName());
        representation.setIdentityProviderMapper(mapper.getIdentityProviderMapper());
        representation.setConfig(mapper.getConfig());
        return representation;
    }
}
