// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.StoredRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.organization.jpa.OrganizationAdapter;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The organizations that a chunk changes: reads them, one query for each of their tables, rejects forbidden ones, and
 * updates their rows.
 */
final class OrganizationLookup {

    private final ImportContext context;
    private final IfExists ifExists;
    private final OrganizationQueries queries;
    private final Predicate<OrganizationEntity> mayChange;
    private StoredRows<OrganizationEntity> organizations;
    private StoredRows<OrganizationDomainEntity> domains;

    OrganizationLookup(ImportContext context, OrganizationQueries queries) {
        this.context = context;
        this.queries = queries;
        ifExists = context.spec().ifExists();
        mayChange = mayChange();
    }

    /** The organizations by id, without their domains and attributes; those that do not exist are missing. */
    Map<String, ExistingOrganization> load(Collection<String> ids) {
        organizations =
                StoredRows.read(context.entityManager(), OrganizationEntity.class, OrganizationEntity::new, ids);
        Map<String, ExistingOrganization> byId = new HashMap<>();
        organizations.entities().forEach((id, organization) -> byId.put(id, new ExistingOrganization(organization)));
        return byId;
    }

    /** Rejects the record if the caller may not change its organization. */
    void checkRights(OrganizationWork work, ExistingOrganization organization) {
        if (!mayChange.test(organization.entity())) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    work.aliasPointer(),
                    "The caller does not have permission to change this organization");
        }
    }

    /**
     * The permission that {@code PUT /organizations/{id}} requires; with fine-grained permissions it may differ between
     * organizations.
     */
    private Predicate<OrganizationEntity> mayChange() {
        AdminPermissionEvaluator permissions = context.permissions();
        if (permissions.hasOneAdminRole(AdminRoles.MANAGE_ORGANIZATIONS, AdminRoles.MANAGE_REALM)) {
            return organization -> true;
        }
        OrganizationProvider provider = context.session().getProvider(OrganizationProvider.class);
        return organization -> {
            OrganizationModel model =
                    new OrganizationAdapter(context.session(), context.realm(), organization, provider);
            return permissions.orgs().canView(model) && permissions.orgs().canManage(model);
        };
    }

    /** Loads the domains and attributes that the records may change. */
    void loadRows(Map<OrganizationWork, ExistingOrganization> found) {
        Map<String, ExistingOrganization> byId = new HashMap<>();
        Map<String, ExistingOrganization> byGroup = new HashMap<>();
        found.forEach((work, organization) -> {
            if (mayChangeDomains(work)) {
                byId.put(organization.id(), organization);
            }
            if (work.record.attributes() != null) {
                byGroup.put(organization.groupId(), organization);
            }
        });
        domains = StoredRows.readBy(
                "organization",
                context.entityManager(),
                OrganizationDomainEntity.class,
                OrganizationDomainEntity::new,
                byId.keySet());
        domains.entities()
                .values()
                .forEach(domain ->
                        byId.get(domain.getOrganization().getId()).domains().add(domain));
        OrganizationWork.ATTRIBUTES
                .load(queries.rows(), byGroup.keySet())
                .forEach((group, attributes) -> byGroup.get(group).attributes().putAll(attributes));
    }

    private boolean mayChangeDomains(OrganizationWork work) {
        return work.record.domains() != null || ifExists == IfExists.OVERWRITE;
    }

    /** Locks the organizations that these records change, and returns whether their rows are as they were read. */
    boolean areAsReadOnceLocked(List<OrganizationWork> changed) {
        List<String> ids = new ArrayList<>();
        Set<String> withDomains = new HashSet<>();
        Map<String, Map<String, List<String>>> attributes = new HashMap<>();
        for (OrganizationWork work : changed) {
            ExistingOrganization organization = work.change.organization();
            ids.add(organization.id());
            if (mayChangeDomains(work)) {
                withDomains.add(organization.id());
            }
            if (work.record.attributes() != null) {
                attributes.put(organization.groupId(), organization.attributes());
            }
        }
        if (!organizations.areAsReadOnceLocked(ids) || !domains.areAsRead(withDomains)) {
            return false;
        }
        Map<String, Map<String, List<String>>> again =
                OrganizationWork.ATTRIBUTES.load(queries.rows(), attributes.keySet());
        return attributes.entrySet().stream()
                .allMatch(entry -> OrganizationWork.ATTRIBUTES.same(
                        entry.getValue(), again.getOrDefault(entry.getKey(), Map.of())));
    }

    /** Updates the rows of these organizations and of their domains, and deletes those of obsolete domains. */
    void write(List<OrganizationChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        organizations.update(
                changes.stream().map(change -> change.organization().entity()).toList());
        domains.update(changes.stream()
                .flatMap(change -> change.organization().domains().stream())
                .toList());
        BulkDelete.delete(
                context.entityManager(),
                changes.stream()
                        .flatMap(change -> change.obsoleteDomains().stream())
                        .toList());
    }
}
