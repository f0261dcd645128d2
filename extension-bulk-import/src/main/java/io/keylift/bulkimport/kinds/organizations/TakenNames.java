// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.GivenIds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Aliases, names, ids and domains of a chunk that are already in use. */
final class TakenNames {

    private final Map<String, String> idByAlias = new HashMap<>();
    private final Map<String, String> ownerByName = new HashMap<>();
    private final GivenIds ids;
    private final DomainOwners domains = new DomainOwners();

    TakenNames(List<OrganizationRecord> records, OrganizationQueries queries, IdMode mode) {
        queries.idsByAlias(
                        records.stream().map(OrganizationRecord::effectiveAlias).toList())
                .forEach(row -> idByAlias.put(row.key(), row.organizationId()));
        queries.idsByName(records.stream()
                        .map(OrganizationRecord::name)
                        .filter(Objects::nonNull)
                        .toList())
                .forEach(row -> ownerByName.put(row.key(), row.organizationId()));
        List<String> requested = records.stream()
                .map(OrganizationRecord::requestedId)
                .filter(Objects::nonNull)
                .toList();
        Set<String> takenIds = new HashSet<>(queries.takenIds(requested));
        takenIds.addAll(queries.takenGroupNames(requested));
        ids = new GivenIds(mode, takenIds);
        queries.idsByDomain(DomainOwners.namesToLookUp(records.stream()
                        .flatMap(r -> r.domainsByName().keySet().stream())
                        .toList()))
                .forEach(row -> domains.add(row.key(), row.organizationId()));
    }

    /** Id of the organization with this alias, or {@code null}. */
    String idOfAlias(String alias) {
        return idByAlias.get(alias);
    }

    /** Whether the name belongs to another organization than this one, which may be {@code null}. */
    boolean isName(String name, String organizationId) {
        String owner = ownerByName.get(name);
        return owner != null && !owner.equals(organizationId);
    }

    /** Given ids. The internal group of an organization, which is named by its id, needs a free name, too. */
    GivenIds ids() {
        return ids;
    }

    DomainOwners domains() {
        return domains;
    }
}
