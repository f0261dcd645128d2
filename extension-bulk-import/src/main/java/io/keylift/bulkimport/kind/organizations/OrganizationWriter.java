// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.reference.GroupAttributes;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.rows.BulkInsert;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.Session;
import org.keycloak.common.util.Time;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** Writes a resolved chunk in one flush. */
final class OrganizationWriter {

    private final ImportContext context;
    private final EntityManager em;
    private final ResolvedNames resolution;
    private final OrganizationCaches caches;
    private final Map<Item<OrganizationRecord>, GroupEntity> added = new LinkedHashMap<>();
    private final Map<Item<OrganizationRecord>, OrganizationChange> changed = new LinkedHashMap<>();

    OrganizationWriter(ImportContext context, ResolvedNames resolution) {
        this.context = context;
        this.resolution = resolution;
        em = context.entityManager();
        caches = new OrganizationCaches(context);
    }

    void write(List<Item<OrganizationRecord>> items) {
        em.unwrap(Session.class).setJdbcBatchSize(context.spec().chunkSize());
        List<Item<OrganizationRecord>> fresh = new ArrayList<>();
        for (Item<OrganizationRecord> item : items) {
            ExistingOrganization existing = resolution.changing().get(item);
            if (existing != null) {
                change(item, existing);
            } else if (resolution.kept().containsKey(item)) {
                item.done(Outcome.SKIPPED, resolution.kept().get(item));
            } else {
                fresh.add(item);
            }
        }
        if (context.spec().dryRun()) {
            fresh.forEach(item -> item.done(Outcome.ADDED, item.record().requestedId()));
            em.clear();
            return;
        }
        changed.values().forEach(change -> change.obsoleteDomains().forEach(em::remove));
        changed.values().forEach(change -> change.obsoleteAttributes().forEach(em::remove));
        unlinkRemovedDomains();
        // Before the inserts: what a changed organization gives up, a new one may take.
        em.flush();
        add(fresh);
        invalidateCaches();
        em.clear();
        if (context.events() == EventMode.RECORD) {
            OrganizationEvents events = new OrganizationEvents(context);
            added.forEach((item, group) -> events.created(item, group));
            changed.forEach(events::updated);
        }
    }

    /** Table by table, those first that others point to. */
    private void add(List<Item<OrganizationRecord>> items) {
        long now = Time.currentTimeMillis();
        List<OrganizationEntity> organizations = new ArrayList<>();
        List<GroupAttributeEntity> attributes = new ArrayList<>();
        List<OrganizationDomainEntity> domains = new ArrayList<>();
        changed.values().forEach(change -> {
            attributes.addAll(change.newAttributes());
            domains.addAll(change.newDomains());
        });
        for (Item<OrganizationRecord> item : items) {
            OrganizationRecord from = item.record();
            OrganizationEntity organization =
                    OrganizationRows.organization(context.realm().getId(), from);
            organizations.add(organization);
            GroupEntity group = OrganizationRows.group(organization, now);
            from.domainsByName()
                    .forEach((name, domain) -> domains.add(OrganizationRows.domain(organization, name, domain)));
            attributes.addAll(GroupAttributes.rows(group, from.attributes()));
            added.put(item, group);
            item.done(Outcome.ADDED, organization.getId());
        }
        BulkInsert.insert(em, organizations);
        BulkInsert.insert(em, List.copyOf(added.values()));
        BulkInsert.insert(em, attributes);
        BulkInsert.insert(em, domains);
    }

    private void change(Item<OrganizationRecord> item, ExistingOrganization existing) {
        boolean merge = context.spec().ifExists() == IfExists.MERGE;
        OrganizationChange change = new OrganizationChange(em, merge, existing);
        change.apply(item.record());
        if (change.changesAnything()) {
            changed.put(item, change);
        }
        item.done(change.changesAnything() ? Outcome.UPDATED : Outcome.SKIPPED, existing.id());
    }

    /** An identity provider that sends users of a removed domain to an organization must no longer name that domain. */
    private void unlinkRemovedDomains() {
        Map<String, Set<String>> removed = new HashMap<>();
        changed.values().stream()
                .filter(change -> !change.obsoleteDomains().isEmpty())
                .forEach(change -> removed.put(change.organization().id(), change.removedDomains()));
        OrganizationQueries queries =
                new OrganizationQueries(em, context.realm().getId());
        for (IdentityProviderEntity provider : queries.identityProvidersOf(removed.keySet())) {
            String domain = provider.getConfig().get(OrganizationModel.ORGANIZATION_DOMAIN_ATTRIBUTE);
            if (domain != null && removed.get(provider.getOrganizationId()).contains(domain)) {
                provider.getConfig().remove(OrganizationModel.ORGANIZATION_DOMAIN_ATTRIBUTE);
                caches.invalidateIdentityProvider(provider);
            }
        }
    }

    private void invalidateCaches() {
        if (!added.isEmpty()) {
            caches.invalidateCount();
        }
        Set<String> domains = new HashSet<>();
        added.keySet()
                .forEach(item -> domains.addAll(item.record().domainsByName().keySet()));
        changed.values().forEach(change -> {
            caches.invalidateOrganization(change.organization().id());
            caches.invalidateDomains(change.removedDomains());
            domains.addAll(change.addedDomains());
            if (change.changesAttributes()) {
                caches.invalidateAttributes(change.organization().groupId());
            }
        });
        invalidateShadowed(domains);
    }

    /** Until now these domains may have led to organizations with a wildcard. */
    private void invalidateShadowed(Set<String> domains) {
        Set<String> organizations = new HashSet<>();
        for (String domain : domains) {
            Set<String> shadowed = resolution.owners().shadowedBy(domain);
            if (!shadowed.isEmpty()) {
                caches.invalidateDomains(Set.of(domain));
                organizations.addAll(shadowed);
            }
        }
        organizations.forEach(caches::invalidateOrganization);
    }
}
