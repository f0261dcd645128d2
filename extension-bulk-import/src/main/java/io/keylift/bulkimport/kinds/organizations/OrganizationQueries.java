// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** The queries of a chunk, each for a whole list of values. A query without values is not executed. */
final class OrganizationQueries {

    private static final LookupKey NAME = LookupKey.of("OrganizationEntity", "ORG", "id, name", "ID, NAME")
            .inRealm()
            .by("name", "NAME")
            .ordered();

    private final Queries rows;
    private final String realmId;

    OrganizationQueries(EntityManager em, String realmId) {
        this.rows = new Queries(em);
        this.realmId = realmId;
    }

    Queries rows() {
        return rows;
    }

    /** A unique value and the organization that has it. */
    record Owned(String key, String organizationId) {}

    List<Owned> idsByAlias(Collection<String> aliases) {
        return owned(Organizations.ALIAS, aliases);
    }

    List<Owned> idsByName(Collection<String> names) {
        return owned(NAME, names);
    }

    List<Owned> idsByDomain(Collection<String> domains) {
        return owned(inRealm(
                "select d.name, o.id from OrganizationDomainEntity d join d.organization o" + " where "
                        + RealmFilter.of("o") + " and d.name in (:values)",
                Object[].class,
                domains));
    }

    /** The ids that are in use by an organization of any realm. */
    Set<String> takenIds(Collection<String> ids) {
        return GivenIds.taken(rows, OrganizationEntity.class, ids);
    }

    /** The ids that are the name of a top-level group. The id of an organization is the name of its internal group. */
    List<String> takenGroupNames(Collection<String> ids) {
        return inRealm(
                "select g.name from GroupEntity g where g.realm = :realm and g.parentId = '" + GroupEntity.TOP_PARENT_ID
                        + "' and g.name in (:values)",
                String.class,
                ids);
    }

    /** The identity providers linked to these organizations, with their configuration. */
    List<IdentityProviderEntity> identityProvidersOf(Collection<String> organizationIds) {
        return inRealm(
                "select distinct p from IdentityProviderEntity p left join fetch p.config"
                        + " where p.realmId = :realm and p.organizationId in (:values)",
                IdentityProviderEntity.class,
                organizationIds);
    }

    private List<Owned> owned(LookupKey key, Collection<String> values) {
        return rows.select(key, realmId, values).stream()
                .map(row -> new Owned((String) row[1], (String) row[0]))
                .toList();
    }

    private static List<Owned> owned(List<Object[]> rows) {
        return rows.stream()
                .map(row -> new Owned((String) row[0], (String) row[1]))
                .toList();
    }

    private <T> List<T> inRealm(String jpql, Class<T> type, Collection<String> values) {
        return rows.list(jpql, type, values, Map.of("realm", realmId));
    }
}
