// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.GroupFilters;
import io.keylift.bulkimport.kind.shared.filter.LikePattern;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kinds.organizations.OrganizationRecord.Domain;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads organizations in the order of their aliases. */
final class OrganizationsSource implements OrderedSource<OrganizationRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.orgs().requireQuery();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllOrganizations(context);
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.SEARCH, Filters.Q, Filters.EXACT);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return filtered(
                KeyOrder.of("o.id", "OrganizationEntity o", "o.alias")
                        .where("o.realmId = :realm", "realm", context.realm().getId())
                        .listed(AdminPermissionsSchema.ORGANIZATIONS),
                Filters.of(context, selection));
    }

    private static KeyOrder filtered(KeyOrder organizations, Filters filters) {
        Boolean exact = filters.exact(Filters.SEARCH);
        String search = filters.search();
        if (search != null && Boolean.TRUE.equals(exact)) {
            organizations.where(named("o.name = :search", "d.name = :search"), "search", search);
        } else if (search != null) {
            organizations.where(
                    named(
                            "lower(o.name) like :search" + LikePattern.ESCAPE,
                            "lower(d.name) like :search" + LikePattern.ESCAPE),
                    "search",
                    LikePattern.infix(search));
        }
        Map<String, String> attributes = filters.attributes();
        String alias = attributes.remove(OrganizationModel.ALIAS);
        if (alias != null) {
            organizations.where("o.alias = :alias", "alias", alias);
        }
        return GroupFilters.attributes(organizations, attributes, "o.groupId", false);
    }

    private static String named(String byName, String byDomain) {
        return "(" + byName + " or exists (select 1 from OrganizationDomainEntity d where d.organization = o and "
                + byDomain + "))";
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.ORGANIZATION, id);
    }

    @Override
    public boolean isNamedByOutcomes() {
        return true;
    }

    @Override
    public List<String> find(ExportContext context, List<OrganizationRecord> keys) {
        Organizations organizations = new Organizations(context, new Queries(context.entityManager()));
        List<String> aliases =
                keys.stream().map(OrganizationRecord::effectiveAlias).toList();
        aliases.stream().filter(Objects::nonNull).forEach(organizations::needAlias);
        organizations.load();
        return aliases.stream()
                .map(organizations::ofAlias)
                .map(found -> found == null ? null : found.id())
                .toList();
    }

    /** Keycloak stores the names of domains in lower case, and overwriting resets what a domain does not say. */
    @Override
    public BinaryOperator<OrganizationRecord> normalizer(ExportContext context) {
        return (organization, stored) -> organization.withStoredDomains();
    }

    @Override
    public RowReference row(String id) {
        return new RowReference("ORG", id);
    }

    /** Managed members are removed with an organization. */
    @Override
    public boolean hasSecretReferrers() {
        return true;
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("o.id", "OrganizationEntity o join UserGroupMembershipEntity m on m.groupId = o.groupId")
                .count(
                        "g.organization.id",
                        "GroupEntity g join OrganizationEntity o on o.id = g.organization.id and g.id <> o.groupId")
                .count("i.organizationId", "IdentityProviderEntity i")
                .counts();
    }

    @Override
    public Map<String, OrganizationRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        ViewRights rights = ViewRights.of(context);
        List<String> visible = ids.stream()
                .filter(id -> rights.mayViewOrganization(context, id))
                .toList();
        List<Object[]> found = rows.select(
                "select o.id, o.name, o.alias, o.enabled, o.description, o.redirectUrl, o.groupId"
                        + " from OrganizationEntity o where o.id in (:values)",
                visible,
                Map.of());
        Map<String, List<Domain>> domains = new HashMap<>();
        rows.select(
                        "select d.organization.id, d.name, d.verified from OrganizationDomainEntity d"
                                + " where d.organization.id in (:values) order by d.name",
                        visible,
                        Map.of())
                .forEach(row -> domains.computeIfAbsent((String) row[0], id -> new ArrayList<>())
                        .add(new Domain((String) row[1], (Boolean) row[2])));
        Map<String, Map<String, List<String>>> attributes = OrganizationWork.ATTRIBUTES.load(
                rows, found.stream().map(row -> (String) row[6]).toList());
        Map<String, OrganizationRecord> organizations = new HashMap<>();
        for (Object[] row : found) {
            String id = (String) row[0];
            organizations.put(
                    id,
                    new OrganizationRecord(
                            id,
                            (String) row[1],
                            (String) row[2],
                            (Boolean) row[3],
                            (String) row[4],
                            (String) row[5],
                            attributes.getOrDefault((String) row[6], Map.of()),
                            domains.getOrDefault(id, List.of()),
                            null,
                            null,
                            null));
        }
        return organizations;
    }
}
