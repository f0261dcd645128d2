// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.OrganizationDomainModel;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** The organizations to which the identity providers of a chunk are linked, and their domains. */
final class OrganizationLinks {

    private static final String POINTER = "/organization";
    private static final String DOMAIN = OrganizationModel.ORGANIZATION_DOMAIN_ATTRIBUTE;

    private final ImportContext context;
    private final Queries rows;
    private final Organizations organizations;
    private final Map<String, Set<String>> domains = new HashMap<>();

    OrganizationLinks(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        organizations = new Organizations(context, rows);
    }

    /** Decides the link of each record, and rejects changes that the caller may not make. */
    void decide(List<IdentityProviderWork> works) {
        for (IdentityProviderWork work : works) {
            if (names(work) && Organizations.areEnabled(context)) {
                organizations.need(work.record.organization());
            }
        }
        organizations.load();
        works.forEach(this::decide);
        lock(works.stream()
                .filter(work -> work.isOpen() && work.changesLink() && work.organization != null)
                .toList());
        loadDomains(works.stream()
                .map(work -> work.organization)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    }

    private static boolean names(IdentityProviderWork work) {
        return work.record.organization() != null && !work.record.organization().isBlank();
    }

    private void decide(IdentityProviderWork work) {
        work.organizationBefore = work.stored == null ? null : work.stored.row().getOrganizationId();
        if (work.record.organization() == null) {
            work.organization = work.organizationBefore;
        } else if (names(work)) {
            find(work);
        }
        if (work.isOpen() && work.changesLink()) {
            requireManage(work, work.organizationBefore);
            requireManage(work, work.organization);
        }
    }

    private void find(IdentityProviderWork work) {
        String name = work.record.organization();
        Organization found = organizations.ofAlias(name);
        found = found == null ? organizations.ofId(name) : found;
        if (!Organizations.areEnabled(context)) {
            work.item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    POINTER,
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        } else if (found == null && !ViewRights.of(context).mayViewAllOrganizations(context)) {
            forbid(work);
        } else if (found == null) {
            work.item.reject(
                    RejectCode.UNKNOWN_ORGANIZATION, POINTER, "The realm has no organization with this alias or id");
        } else {
            work.organization = found.id();
        }
    }

    private void requireManage(IdentityProviderWork work, String organization) {
        if (organization != null && !Rights.of(context).mayManageOrganization(context, organization)) {
            forbid(work);
        }
    }

    private static void forbid(IdentityProviderWork work) {
        work.item.reject(
                RejectCode.FORBIDDEN,
                POINTER,
                "The caller does not have permission to manage the organization of the identity provider");
    }

    /** No foreign key keeps an organization from being removed while a provider is linked to it. */
    private void lock(List<IdentityProviderWork> linking) {
        if (context.spec().dryRun()) {
            return;
        }
        List<String> named = linking.stream()
                .map(work -> work.organization)
                .distinct()
                .sorted()
                .toList();
        List<OrganizationEntity> locked = rows.share(
                "select o from OrganizationEntity o where o.id in (:values) order by o.id",
                OrganizationEntity.class,
                named,
                Map.of());
        if (locked.size() < named.size()) {
            throw OutsideWork.resolveAgain();
        }
    }

    private void loadDomains(Collection<String> ids) {
        rows.select(
                        "select d.organization.id, d.name from OrganizationDomainEntity d"
                                + " where d.organization.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> domains.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add((String) row[1]));
    }

    /**
     * As in Keycloak, a provider that leaves its organization loses its domain, and only a domain of the organization
     * is kept.
     */
    void settleDomain(IdentityProviderWork work, Map<String, String> config) {
        if (work.organizationBefore != null
                && work.changesLink()
                && !work.record.settings().containsKey(DOMAIN)) {
            config.remove(DOMAIN);
        }
        String domain = config.get(DOMAIN);
        if (work.organization == null || domain == null) {
            return;
        }
        if (domain.isBlank()) {
            config.remove(DOMAIN);
        } else if (!OrganizationDomainModel.ANY_DOMAIN.equals(domain)
                && !domains.getOrDefault(work.organization, Set.of()).contains(domain)) {
            work.item.reject(
                    RejectCode.INVALID,
                    Pointers.to("/config", DOMAIN),
                    "The organization of the identity provider does not have this domain");
        }
    }
}
