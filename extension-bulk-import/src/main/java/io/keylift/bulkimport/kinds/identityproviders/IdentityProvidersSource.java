// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.LikePattern;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.SecretMask;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Reads identity providers in the order of their aliases. */
final class IdentityProvidersSource implements OrderedSource<IdentityProviderRecord> {

    /** Value that an import reads as no organization. */
    private static final String NONE = "";

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.realm().canViewIdentityProviders()) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return true;
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.SEARCH, Filters.ORGANIZATION);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        Filters filters = Filters.of(context, selection);
        KeyOrder providers = KeyOrder.of("p.internalId", "IdentityProviderEntity p", "p.alias")
                .where("p.realmId = :realm", "realm", context.realm().getId());
        Organization organization = filters.organization();
        if (organization != null) {
            providers.where("p.organizationId = :organization", "organization", organization.id());
        }
        return search(providers, filters.search());
    }

    /** As Keycloak does: texts in quotes are whole names, others the beginnings of names. */
    private static KeyOrder search(KeyOrder providers, String text) {
        if (text == null) {
            return providers;
        }
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? providers.where(
                        "(p.alias = :search or p.displayName = :search)",
                        "search",
                        text.substring(1, text.length() - 1))
                : providers.where(
                        "(lower(p.alias) like :search" + LikePattern.ESCAPE + " or lower(p.displayName) like :search"
                                + LikePattern.ESCAPE + ")",
                        "search",
                        LikePattern.wildPrefix(text));
    }

    @Override
    public List<String> find(ExportContext context, List<IdentityProviderRecord> keys) {
        List<String> aliases = keys.stream().map(IdentityProviderRecord::alias).toList();
        Map<String, String> ids = ProviderKeys.ids(
                new Queries(context.entityManager()),
                context.realm().getId(),
                aliases.stream().filter(Objects::nonNull).toList());
        return aliases.stream().map(ids::get).toList();
    }

    @Override
    public Map<String, IdentityProviderRecord> load(
            ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        List<Object[]> found = rows.select(
                "select p.internalId, p.alias, p.providerId, p.displayName, p.enabled, p.trustEmail, p.storeToken,"
                        + " p.addReadTokenRoleOnCreate, p.authenticateByDefault, p.linkOnly, p.hideOnLogin,"
                        + " p.firstBrokerLoginFlowId, p.postBrokerLoginFlowId, p.organizationId"
                        + " from IdentityProviderEntity p where p.internalId in (:values)",
                ids,
                Map.of());
        Map<String, Map<String, String>> configs = StoredProviders.configs(rows, ids);
        Map<String, List<IdentityProviderMapperEntity>> mappers = StoredProviders.mappers(
                rows,
                context.realm().getId(),
                found.stream().map(row -> (String) row[1]).toList());
        Map<String, String> flows = Flows.aliases(
                rows,
                found.stream()
                        .flatMap(row -> Stream.of(row[11], row[12]))
                        .filter(Objects::nonNull)
                        .map(String.class::cast)
                        .toList());
        Map<String, String> organizations = organizations(rows, found);
        ProviderTypes types = new ProviderTypes(context);
        Map<String, IdentityProviderRecord> providers = new HashMap<>();
        for (Object[] row : found) {
            String id = (String) row[0];
            String type = (String) row[2];
            Map<String, String> config = configs.getOrDefault(id, new HashMap<>());
            providers.put(
                    id,
                    new IdentityProviderRecord(
                            (String) row[1],
                            id,
                            type,
                            (String) row[3],
                            (Boolean) row[4],
                            (Boolean) row[5],
                            (Boolean) row[6],
                            (Boolean) row[7],
                            (Boolean) row[8],
                            (Boolean) row[9],
                            (Boolean) row[10],
                            flows.get(row[11]),
                            flows.get(row[12]),
                            organization(context, id, (String) row[13], organizations),
                            selection.secrets() ? config : withoutSecrets(config, types.secrets(type)),
                            mappers(mappers.getOrDefault((String) row[1], List.of())),
                            null,
                            null,
                            null));
        }
        return providers;
    }

    @Override
    public boolean hasSecrets() {
        return true;
    }

    /** The links of users to an identity provider are removed with it. */
    @Override
    public RowReference row(String id) {
        return new RowReference("IDENTITY_PROVIDER", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count(
                        "p.internalId",
                        "IdentityProviderEntity p join FederatedIdentityEntity f on f.identityProvider = p.alias"
                                + " and f.realmId = p.realmId")
                .counts();
    }

    @Override
    public Collection<String> secrets(IdentityProviderRecord provider) {
        return provider.settings().entrySet().stream()
                .filter(setting -> SecretMask.is(setting.getValue())
                        || SecretMask.SETTINGS.contains(setting.getKey())
                                && !ProviderTypes.isVaultReference(setting.getValue()))
                .map(setting -> Pointers.to("/config", setting.getKey()))
                .toList();
    }

    @Override
    public BinaryOperator<IdentityProviderRecord> normalizer(ExportContext context) {
        return new ComparableProviders(context)::of;
    }

    private static Map<String, String> organizations(Queries rows, List<Object[]> found) {
        Map<String, String> aliases = new HashMap<>();
        rows.select(
                        "select o.id, o.alias from OrganizationEntity o where o.id in (:values)",
                        found.stream()
                                .map(row -> (String) row[13])
                                .filter(Objects::nonNull)
                                .distinct()
                                .toList(),
                        Map.of())
                .forEach(row -> aliases.put((String) row[0], (String) row[1]));
        return aliases;
    }

    /** The alias of the organization; {@code null}, which an import leaves unchanged, if it cannot be shown. */
    private static String organization(ExportContext context, String provider, String id, Map<String, String> aliases) {
        if (id == null) {
            return NONE;
        }
        if (Organizations.areEnabled(context) && ViewRights.of(context).mayViewOrganization(context, id)) {
            return aliases.get(id);
        }
        context.hidden(provider, "organization");
        return null;
    }

    private static Map<String, String> withoutSecrets(Map<String, String> config, Set<String> secrets) {
        Map<String, String> shown = new HashMap<>(config);
        shown.entrySet()
                .removeIf(setting ->
                        secrets.contains(setting.getKey()) && !ProviderTypes.isVaultReference(setting.getValue()));
        return shown;
    }

    private static List<IdentityProviderMapperRepresentation> mappers(List<IdentityProviderMapperEntity> mappers) {
        return mappers.stream()
                .sorted(Comparator.comparing(IdentityProviderMapperEntity::getName))
                .map(ProviderMappers::representation)
                .toList();
    }
}
