// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;

/** Ids that records give to mappers of identity providers. They are unique in the whole database. */
final class ProviderMapperIds {

    /** Pointer to the ids in a record. */
    static final String POINTER = "/mappers/*/id";

    private final String realmId;
    private final boolean strict;

    /** Realm and alias of the identity provider, by the id of its mapper. */
    private final Map<String, List<String>> taken = new HashMap<>();

    /** Ids that were assigned to records of the chunk. */
    private final Set<String> given = new HashSet<>();

    ProviderMapperIds(String realmId, IdMode mode) {
        this.realmId = realmId;
        strict = mode == IdMode.STRICT;
    }

    /** The ids that a record gives, as keys; its list of mappers may be missing. */
    static List<UniqueKey> uniqueKeys(List<IdentityProviderMapperRepresentation> mappers) {
        List<UniqueKey> keys = new ArrayList<>(0);
        for (int i = 0; mappers != null && i < mappers.size(); i++) {
            if (mappers.get(i).getId() != null) {
                keys.add(new UniqueKey(
                        "identity provider mapper id", mappers.get(i).getId(), to("/mappers", i) + "/id"));
            }
        }
        return keys;
    }

    /** Finds the owners of the ids that the records of a chunk give. One query. */
    void load(Queries rows, List<List<IdentityProviderMapperRepresentation>> mappersOfRecords) {
        List<String> ids = mappersOfRecords.stream()
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .map(IdentityProviderMapperRepresentation::getId)
                .filter(Objects::nonNull)
                .toList();
        rows.select(
                        "select m.id, m.realmId, m.identityProviderAlias from IdentityProviderMapperEntity m"
                                + " where m.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> taken.put((String) row[0], List.of((String) row[1], (String) row[2])));
    }

    /**
     * Rejects a record with the id of a mapper that belongs to another identity provider, or with a new mapper that has
     * the id of a stored one that stays, if ids are strict. The id of a mapper that is not new is ignored.
     *
     * @param stored mappers of the identity provider
     * @param merge whether stored mappers stay that the record leaves out
     */
    void check(
            Item<?> item,
            String alias,
            List<IdentityProviderMapperRepresentation> mappers,
            Collection<IdentityProviderMapperEntity> stored,
            boolean merge) {
        if (!strict || mappers == null) {
            return;
        }
        Set<String> storedNames = names(stored);
        Set<String> staying = staying(mappers, stored, merge);
        for (int i = 0; i < mappers.size(); i++) {
            String id = mappers.get(i).getId();
            boolean isNew = !storedNames.contains(mappers.get(i).getName());
            if (taken.containsKey(id) && !taken.get(id).equals(List.of(realmId, alias))
                    || isNew && staying.contains(id)) {
                item.reject(
                        RejectCode.CONFLICT,
                        to("/mappers", i) + "/id",
                        "Another mapper of an identity provider has this id");
            }
        }
    }

    /** The ids of the new mappers of a record, by name. */
    Map<String, String> settle(
            Item<?> item,
            String alias,
            List<IdentityProviderMapperRepresentation> mappers,
            Collection<IdentityProviderMapperEntity> stored,
            boolean merge) {
        Set<String> storedNames = names(stored);
        Set<String> staying = staying(mappers, stored, merge);
        Map<String, String> ids = new HashMap<>();
        for (IdentityProviderMapperRepresentation mapper : mappers) {
            String id = mapper.getId();
            if (!storedNames.contains(mapper.getName())) {
                boolean free = id != null && (strict || !staying.contains(id) && isFree(item, id, alias));
                ids.put(mapper.getName(), free && given.add(id) ? id : Ids.next());
            }
        }
        return ids;
    }

    /** An earlier record can free the id, if it changes another identity provider of the realm. */
    private boolean isFree(Item<?> item, String id, String alias) {
        List<String> owner = taken.get(id);
        if (owner == null || owner.equals(List.of(realmId, alias))) {
            return true;
        }
        if (owner.get(0).equals(realmId)) {
            item.orderAfter(new UniqueKey(IdentityProviderRecord.KEY_TYPE, owner.get(1), POINTER));
        }
        return false;
    }

    private static Set<String> names(Collection<IdentityProviderMapperEntity> stored) {
        return stored.stream().map(IdentityProviderMapperEntity::getName).collect(Collectors.toSet());
    }

    /** Ids of the stored mappers that stay. */
    private static Set<String> staying(
            List<IdentityProviderMapperRepresentation> mappers,
            Collection<IdentityProviderMapperEntity> stored,
            boolean merge) {
        Set<String> named = mappers.stream()
                .map(IdentityProviderMapperRepresentation::getName)
                .collect(Collectors.toSet());
        return stored.stream()
                .filter(mapper -> merge || named.contains(mapper.getName()))
                .map(IdentityProviderMapperEntity::getId)
                .collect(Collectors.toSet());
    }
}
