// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.table.ChildRows;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.BulkInsert;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.common.util.Time;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** Writes a chunk of organizations. Finds existing ones, and checks whether names and domains are free. */
final class OrganizationsWriter extends KeyedWriter<OrganizationRecord, OrganizationWork> {

    private final EntityManager em;
    private final OrganizationQueries queries;
    private final OrganizationCaches caches;
    private TakenNames taken;
    private OrganizationLookup lookup;

    OrganizationsWriter(ImportContext context) {
        super(context);
        em = context.entityManager();
        queries = new OrganizationQueries(em, context.realm().getId());
        caches = new OrganizationCaches(context);
    }

    @Override
    protected OrganizationWork work(Item<OrganizationRecord> item) {
        return new OrganizationWork(item);
    }

    @Override
    protected void find(List<OrganizationWork> works) {
        taken = new TakenNames(
                works.stream().map(work -> work.record).toList(),
                queries,
                context.spec().ids());
        for (OrganizationWork work : works) {
            work.existingId = taken.idOfAlias(work.record.effectiveAlias());
            work.id = work.existingId;
        }
    }

    @Override
    protected RowReference row(OrganizationWork work) {
        return new RowReference("ORG", work.existingId);
    }

    @Override
    protected void rejectExisting(OrganizationWork work) {
        work.item.reject(
                RejectCode.EXISTS, work.aliasPointer(), "The realm already has an organization with this alias");
    }

    @Override
    protected void decide(List<OrganizationWork> works) {
        works.forEach(this::check);
        lookup = new OrganizationLookup(context, queries);
        Map<OrganizationWork, ExistingOrganization> stored = stored(works, lookup::load);
        stored.forEach(lookup::checkRights);
        stored.keySet().removeIf(work -> !work.isOpen());
        lookup.loadRows(stored);
        stored.forEach((work, organization) -> {
            work.record.released(organization, merges()).forEach(work.item::orderAfter);
            work.change = new OrganizationChange(merges(), organization);
            work.change.apply(work);
        });
    }

    private void check(OrganizationWork work) {
        if (work.isNew() && work.record.name() == null) {
            work.item.reject(
                    RejectCode.MISSING,
                    "/name",
                    "The name is missing. The realm has no organization with this alias, and a new one requires a"
                            + " name.");
        }
        work.id = taken.ids().settle(work.item, "/id", work.record.requestedId(), work.existingId);
        checkNamesFree(work);
    }

    private void checkNamesFree(OrganizationWork work) {
        if (taken.isName(work.record.name(), work.existingId)) {
            work.item.reject(RejectCode.CONFLICT, "/name", "Another organization has this name");
        }
        List<OrganizationRecord.Domain> domains = work.record.domains();
        for (int i = 0; domains != null && i < domains.size(); i++) {
            if (domains.get(i) != null && taken.domains().isTaken(domains.get(i).storedName(), work.existingId)) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        OrganizationRules.domainPointer(i),
                        "The domain is linked to another organization");
            }
        }
    }

    @Override
    protected boolean readsAgain() {
        return true;
    }

    @Override
    protected boolean locksAsItReads() {
        return true;
    }

    @Override
    protected boolean isAsRead(List<OrganizationWork> changed) {
        return lookup.areAsReadOnceLocked(
                changed.stream().filter(work -> !work.isNew()).toList());
    }

    @Override
    protected void writeRows(List<OrganizationWork> works) {
        List<OrganizationChange> changes = changes(works);
        unlinkRemovedDomains(changes);
        // Before the inserts: a new organization may take a value that a changed one releases.
        lookup.write(changes);
        insert(works.stream().filter(OrganizationWork::isNew).toList(), changes);
    }

    private static List<OrganizationChange> changes(List<OrganizationWork> works) {
        return works.stream()
                .filter(work -> !work.isNew())
                .map(work -> work.change)
                .toList();
    }

    /** Inserts table by table, referenced tables first. */
    private void insert(List<OrganizationWork> works, List<OrganizationChange> changes) {
        long now = Time.currentTimeMillis();
        List<OrganizationEntity> organizations = new ArrayList<>();
        List<GroupEntity> groups = new ArrayList<>();
        ChildRows<GroupEntity, Map<String, List<String>>> attributes = OrganizationWork.ATTRIBUTES.rows(em);
        List<OrganizationDomainEntity> domains = new ArrayList<>();
        for (OrganizationChange change : changes) {
            if (change.changesAttributes()) {
                String groupId = change.organization().groupId();
                GroupEntity group = em.getReference(GroupEntity.class, groupId);
                attributes.change(group, groupId, change.organization().attributes(), change.attributes());
            }
            domains.addAll(change.newDomains());
        }
        for (OrganizationWork work : works) {
            OrganizationEntity organization =
                    OrganizationRows.organization(context.realm().getId(), work.id, work.record);
            organizations.add(organization);
            work.group = OrganizationRows.group(organization, now);
            groups.add(work.group);
            work.record
                    .domainsByName()
                    .forEach((name, domain) -> domains.add(OrganizationRows.domain(organization, name, domain)));
            if (work.record.attributes() != null) {
                attributes.change(work.group, work.group.getId(), Map.of(), work.record.attributes());
            }
        }
        BulkInsert.insert(em, organizations);
        BulkInsert.insert(em, groups);
        attributes.write();
        BulkInsert.insert(em, domains);
    }

    /** Removes the domain from identity providers that send users of a removed domain to an organization. */
    private void unlinkRemovedDomains(List<OrganizationChange> changes) {
        Map<String, Set<String>> removed = new HashMap<>();
        changes.stream()
                .filter(change -> !change.obsoleteDomains().isEmpty())
                .forEach(change -> removed.put(change.organization().id(), change.removedDomains()));
        for (IdentityProviderEntity provider : queries.identityProvidersOf(removed.keySet())) {
            String domain = provider.getConfig().get(OrganizationModel.ORGANIZATION_DOMAIN_ATTRIBUTE);
            if (domain != null && removed.get(provider.getOrganizationId()).contains(domain)) {
                provider.getConfig().remove(OrganizationModel.ORGANIZATION_DOMAIN_ATTRIBUTE);
                caches.invalidateIdentityProvider(provider);
            }
        }
    }

    @Override
    protected void invalidate(List<OrganizationWork> works) {
        if (works.stream().anyMatch(OrganizationWork::isNew)) {
            caches.invalidateCount();
        }
        Set<String> domains = new HashSet<>();
        for (OrganizationWork work : works) {
            if (work.isNew()) {
                domains.addAll(work.record.domainsByName().keySet());
            } else {
                domains.addAll(work.change.addedDomains());
                invalidate(work.change);
            }
        }
        invalidateShadowed(domains);
    }

    private void invalidate(OrganizationChange change) {
        caches.invalidateOrganization(change.organization().id());
        caches.invalidateDomains(change.removedDomains());
        if (change.changesAttributes()) {
            caches.invalidateAttributes(change.organization().groupId());
        }
    }

    /** Until now a wildcard may have covered these domains for other organizations. */
    private void invalidateShadowed(Set<String> domains) {
        Set<String> organizations = new HashSet<>();
        for (String domain : domains) {
            Set<String> shadowed = taken.domains().shadowedBy(domain);
            if (!shadowed.isEmpty()) {
                caches.invalidateDomains(Set.of(domain));
                organizations.addAll(shadowed);
            }
        }
        organizations.forEach(caches::invalidateOrganization);
    }

    @Override
    protected void fire(List<OrganizationWork> works) {
        OrganizationEvents events = new OrganizationEvents(context);
        works.stream().filter(OrganizationWork::isNew).forEach(events::created);
        works.stream().filter(work -> !work.isNew()).forEach(events::updated);
    }
}
