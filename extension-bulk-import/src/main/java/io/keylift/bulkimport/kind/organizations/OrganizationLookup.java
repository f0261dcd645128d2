// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.jpa.entities.OrganizationEntity;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.organization.jpa.OrganizationAdapter;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Finds what the realm already holds of a chunk's records, and rejects those that collide with it. */
final class OrganizationLookup {

    private final ImportContext context;
    private final IfExists ifExists;
    private final OrganizationQueries queries;
    private final Map<Item<OrganizationRecord>, String> kept = new HashMap<>();
    private final Map<Item<OrganizationRecord>, ExistingOrganization> changing = new HashMap<>();

    OrganizationLookup(ImportContext context) {
        this.context = context;
        ifExists = context.spec().ifExists();
        queries =
                new OrganizationQueries(context.entityManager(), context.realm().getId());
    }

    ResolvedNames resolve(List<Item<OrganizationRecord>> items) {
        List<OrganizationRecord> records = items.stream().map(Item::record).toList();
        TakenNames taken = new TakenNames(records, queries);
        Map<Item<OrganizationRecord>, String> matched = new HashMap<>();
        for (Item<OrganizationRecord> item : items) {
            String present = taken.idOfAlias(item.record().effectiveAlias());
            if (present == null) {
                checkNew(item, taken);
            } else if (ifExists == IfExists.FAIL) {
                item.reject(
                        RejectCode.EXISTS, aliasPointer(item), "The realm already has an organization with this alias");
            } else if (ifExists == IfExists.SKIP) {
                kept.put(item, present);
            } else {
                checkChange(item, taken, present);
                matched.put(item, present);
            }
        }
        matched.keySet().removeIf(Item::isRejected);
        loadOrganizations(matched);
        loadRows();
        changing.forEach((item, organization) ->
                item.record().released(organization, ifExists == IfExists.MERGE).forEach(item::follow));
        return new ResolvedNames(kept, changing, taken.domains());
    }

    private static String aliasPointer(Item<OrganizationRecord> item) {
        String alias = item.record().alias();
        return alias == null || alias.isEmpty() ? "/name" : "/alias";
    }

    private static void checkNew(Item<OrganizationRecord> item, TakenNames taken) {
        if (item.record().name() == null) {
            item.reject(
                    RejectCode.MISSING,
                    "/name",
                    "The name is missing. The realm has no organization with this alias, and a new one requires a"
                            + " name.");
        }
        if (taken.isId(item.record().requestedId())) {
            item.reject(
                    RejectCode.CONFLICT,
                    "/id",
                    "The id is already in use, by an organization or as the name of a top-level group");
        }
        checkNamesFree(item, taken, null);
    }

    private static void checkChange(Item<OrganizationRecord> item, TakenNames taken, String present) {
        String id = item.record().requestedId();
        if (id != null && !id.equals(present)) {
            item.reject(RejectCode.CONFLICT, "/id", "The organization with this alias has another id");
        }
        checkNamesFree(item, taken, present);
    }

    private static void checkNamesFree(Item<OrganizationRecord> item, TakenNames taken, String ownId) {
        if (taken.isName(item.record().name(), ownId)) {
            item.reject(RejectCode.CONFLICT, "/name", "Another organization has this name");
        }
        List<OrganizationRecord.Domain> domains = item.record().domains();
        for (int i = 0; domains != null && i < domains.size(); i++) {
            if (domains.get(i) != null && taken.domains().isTaken(domains.get(i).storedName(), ownId)) {
                item.reject(
                        RejectCode.CONFLICT,
                        OrganizationRules.domainPointer(i),
                        "The domain is linked to another organization");
            }
        }
    }

    private void loadOrganizations(Map<Item<OrganizationRecord>, String> matched) {
        Map<String, OrganizationEntity> byId = new HashMap<>();
        queries.organizations(matched.values()).forEach(organization -> byId.put(organization.getId(), organization));
        Predicate<OrganizationEntity> mayChange = mayChange();
        matched.forEach((item, id) -> {
            OrganizationEntity organization = byId.get(id);
            if (mayChange.test(organization)) {
                changing.put(item, new ExistingOrganization(organization));
            } else {
                item.reject(
                        RejectCode.FORBIDDEN,
                        aliasPointer(item),
                        "The caller does not have permission to change this organization");
            }
        });
    }

    /**
     * What {@code PUT /organizations/{id}} asks: with fine-grained permissions the answer may differ by organization.
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

    private void loadRows() {
        Map<String, ExistingOrganization> byId = new HashMap<>();
        Map<String, ExistingOrganization> byGroup = new HashMap<>();
        changing.forEach((item, organization) -> {
            if (item.record().domains() != null || ifExists == IfExists.OVERWRITE) {
                byId.put(organization.id(), organization);
            }
            if (item.record().attributes() != null) {
                byGroup.put(organization.groupId(), organization);
            }
        });
        queries.domainsOf(byId.keySet())
                .forEach(domain ->
                        byId.get(domain.getOrganization().getId()).domains().add(domain));
        queries.attributesOf(byGroup.keySet())
                .forEach(attribute ->
                        byGroup.get(attribute.getGroup().getId()).attributes().add(attribute));
    }
}
