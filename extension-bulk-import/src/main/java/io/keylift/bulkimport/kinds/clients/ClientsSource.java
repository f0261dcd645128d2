// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.LikePattern;
import io.keylift.bulkimport.kind.shared.reference.AdminClients;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RemovalTarget;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kinds.clients.draft.DetachedPersistence;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;
import org.keycloak.representations.idm.authorization.ResourceServerRepresentation;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.util.JsonSerialization;

/** Reads clients in the order of their client ids, represented by Keycloak's own code. */
final class ClientsSource implements OrderedSource<ClientRecord> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.clients().requireList();
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return ViewRights.of(context).mayViewAllClients(context);
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.SEARCH, Filters.Q);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return filtered(
                KeyOrder.of("c.id", "ClientEntity c", "c.clientId")
                        .where("c.realmId = :realm", "realm", context.realm().getId())
                        .listed(AdminPermissionsSchema.CLIENTS),
                Filters.of(context, selection));
    }

    private static KeyOrder filtered(KeyOrder clients, Filters filters) {
        if (filters.search() != null) {
            clients.where(
                    "lower(c.clientId) like :search" + LikePattern.ESCAPE,
                    "search",
                    LikePattern.infix(filters.search()));
        }
        int number = 0;
        for (Map.Entry<String, String> attribute : filters.attributes().entrySet()) {
            if (ClientSecrets.isSecret(attribute.getKey())) {
                throw Filters.invalid(Filters.Q, "names a secret attribute");
            }
            String parameter = "q" + number++;
            clients.where(
                            "exists (select 1 from ClientAttributeEntity a where a.client = c and a.name = :"
                                    + parameter + "Name and a.value = :" + parameter + ")",
                            parameter,
                            attribute.getValue())
                    .with(parameter + "Name", attribute.getKey());
        }
        return clients;
    }

    @Override
    public RemovalTarget target(String id) {
        return new RemovalTarget(RemovalTarget.Type.CLIENT, id);
    }

    @Override
    public List<String> find(ExportContext context, List<ClientRecord> keys) {
        List<String> clientIds = keys.stream().map(ClientRecord::getClientId).toList();
        Map<String, String> ids = new HashMap<>();
        new Queries(context.entityManager())
                .select(
                        KeycloakKeys.CLIENT_ID,
                        context.realm().getId(),
                        clientIds.stream().filter(Objects::nonNull).toList())
                .forEach(row -> ids.put((String) row[1], (String) row[0]));
        return clientIds.stream().map(ids::get).toList();
    }

    /** A client can lose its service account, and its authorization. */
    @Override
    public boolean losesReferrers() {
        return true;
    }

    @Override
    public RowReference row(String id) {
        return new RowReference("CLIENT", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("r.clientId", "RoleEntity r")
                .count("r.resourceServer", "ResourceEntity r")
                .count("p.resourceServer.id", "PolicyEntity p")
                .count("u.serviceAccountClientLink", "UserEntity u join UserRoleMappingEntity m on m.user = u")
                .count("u.serviceAccountClientLink", "UserEntity u join UserGroupMembershipEntity m on m.user = u")
                .count("c.clientId", "UserConsentEntity c")
                .count("c.id", "ClientEntity c join c.scopeMappingIds s")
                .counts();
    }

    @Override
    public Map<String, ClientRecord> load(ExportContext context, Selection selection, Collection<String> ids) {
        ViewRights rights = ViewRights.of(context);
        Map<String, ClientRecord> records = new HashMap<>();
        KeycloakSession session = DetachedPersistence.withoutResourceServers(context.session());
        StoredClients.toRead(context).load(ids).forEach((id, client) -> {
            KnownClient known = new KnownClient(id, client.row.getClientId());
            if (!rights.mayViewClient(context, known)) {
                return;
            }
            if (AdminClients.isOne(context, known)) {
                context.withoutRecord(id);
            } else {
                records.put(id, record(context, session, client, selection));
            }
        });
        return records;
    }

    @Override
    public boolean hasSecrets() {
        return true;
    }

    @Override
    public Collection<String> secrets(ClientRecord client) {
        return ClientSecrets.pointers(client);
    }

    @Override
    public Set<String> clearedTexts() {
        return MergedRepresentation.TEXTS;
    }

    @Override
    public BinaryOperator<ClientRecord> normalizer(ExportContext context) {
        return ComparableClients::of;
    }

    /** @param session without resource servers: Keycloak's code would query that of each client */
    private static ClientRecord record(
            ExportContext context, KeycloakSession session, StoredClient client, Selection selection) {
        ClientRecord record = JsonSerialization.mapper.convertValue(
                ModelToRepresentation.toRepresentation(client.draft, session), ClientRecord.class);
        MergedRepresentation.leaveOutShown(record, client.draft);
        if (!selection.secrets()) {
            ClientSecrets.leaveOut(record);
        }
        if (!selection.exact()) {
            GivenByKeycloak.completeTexts(record);
        }
        GivenByKeycloak.completeAttributes(record, client.draft);
        record.setRedirectUris(sorted(record.getRedirectUris()));
        record.setWebOrigins(sorted(record.getWebOrigins()));
        record.setProtocolMappers(sortedMappers(record.getProtocolMappers()));
        if (ViewRights.of(context).mayViewClientScopes(context)) {
            record.setDefaultClientScopes(
                    sorted(client.draft.getClientScopes(true).keySet()));
            record.setOptionalClientScopes(
                    sorted(client.draft.getClientScopes(false).keySet()));
        } else {
            context.hidden(record.getId(), "defaultClientScopes");
            context.hidden(record.getId(), "optionalClientScopes");
            record.setDefaultClientScopes(null);
            record.setOptionalClientScopes(null);
        }
        record.setAuthorizationServicesEnabled(client.resourceServer != null);
        record.setAuthorizationSettings(settings(client.resourceServer));
        return record;
    }

    private static ResourceServerRepresentation settings(ResourceServerEntity server) {
        if (server == null) {
            return null;
        }
        ResourceServerRepresentation settings = new ResourceServerRepresentation();
        settings.setAllowRemoteResourceManagement(server.isAllowRemoteResourceManagement());
        settings.setPolicyEnforcementMode(server.getPolicyEnforcementMode());
        settings.setDecisionStrategy(server.getDecisionStrategy());
        return settings;
    }

    private static List<String> sorted(Collection<String> values) {
        return values == null ? List.of() : values.stream().sorted().toList();
    }

    private static List<ProtocolMapperRepresentation> sortedMappers(List<ProtocolMapperRepresentation> mappers) {
        List<ProtocolMapperRepresentation> sorted = mappers == null ? new ArrayList<>() : new ArrayList<>(mappers);
        sorted.sort(Comparator.comparing(ProtocolMapperRepresentation::getName)
                .thenComparing(ProtocolMapperRepresentation::getProtocol));
        return sorted;
    }
}
