// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Writes a chunk of clients. Finds existing clients, and checks whether unique values are free. */
final class ClientsWriter extends KeyedWriter<ValidClient, ClientWork> {

    private final TakenClientIds taken;
    private final NewClients newClients;
    private final ClientRights rights;
    private final ClientRows rows;
    private final ServiceAccounts serviceAccounts;
    private final ResourceServerRows resourceServers;
    private Set<String> scopes;

    ClientsWriter(ImportContext context) {
        super(context);
        taken = new TakenClientIds(
                context.entityManager(), context.realm().getId(), context.spec().ids());
        newClients = new NewClients(context);
        rights = new ClientRights(context);
        rows = new ClientRows(context.entityManager());
        serviceAccounts = new ServiceAccounts(context);
        resourceServers = new ResourceServerRows(context, serviceAccounts);
    }

    @Override
    protected ClientWork work(Item<ValidClient> item) {
        return new ClientWork(item);
    }

    @Override
    protected void find(List<ClientWork> works) {
        Map<String, String> existing = taken.clients(
                works.stream().map(work -> work.client.getClientId()).toList());
        for (ClientWork work : works) {
            work.existingId = existing.get(work.client.getClientId());
            work.id = work.existingId;
            if (!rights.mayName(work.existingId)) {
                ClientRights.FORBIDDEN.rejects(work.item);
            }
        }
    }

    @Override
    protected RowReference row(ClientWork work) {
        return new RowReference("CLIENT", work.existingId);
    }

    @Override
    protected void rejectExisting(ClientWork work) {
        work.item.reject(RejectCode.EXISTS, "/clientId", "The realm already has a client with this client id");
    }

    @Override
    protected void decide(List<ClientWork> works) {
        works.stream().filter(ClientWork::isNew).forEach(this::draft);
        GivenIds.settle(
                context,
                new Queries(context.entityManager()),
                ClientEntity.class,
                "/id",
                works,
                work -> work.client.getId());
        List<ClientWork> open = open(works);
        taken.load(open);
        open.stream().filter(ClientWork::isNew).forEach(this::check);
        change(open);
    }

    private void draft(ClientWork work) {
        NewClient prepared = work.record.fresh;
        boolean isCurrent =
                prepared != null && scopes().containsAll(prepared.scopes().keySet());
        if (prepared != null && !isCurrent) {
            new ClientRules(context).checkScopes(work.item, work.client);
        }
        if (work.isOpen()) {
            work.fresh = isCurrent ? prepared : newClients.create(work.client);
            accept(work);
        }
    }

    /** Ids of the client scopes that the realm has now: one may have been removed since a client was drafted. */
    private Set<String> scopes() {
        if (scopes == null) {
            scopes = context.realm()
                    .getClientScopesStream()
                    .map(ClientScopeModel::getId)
                    .collect(Collectors.toSet());
        }
        return scopes;
    }

    private static void accept(ClientWork work) {
        if (work.fresh.fault() == null) {
            work.id = work.fresh.entity().getId();
        } else {
            work.fresh.fault().rejects(work.item);
        }
    }

    private void check(ClientWork work) {
        taken.check(work, null);
        List<ProtocolMapperRepresentation> given = work.client.getProtocolMappers();
        List<ProtocolMapperRepresentation> settled =
                taken.mapperIds().settle(work.item, given, null, List.of(), merges());
        boolean sameId = work.client.getId() == null || work.client.getId().equals(work.id);
        if (work.isOpen() && !(sameId && Objects.equals(ids(given), ids(settled)))) {
            work.client = work.client.withIds(sameId ? work.client.getId() : null, settled);
            work.fresh = newClients.create(work.client);
            accept(work);
        }
    }

    private static List<String> ids(List<ProtocolMapperRepresentation> mappers) {
        return mappers == null
                ? List.of()
                : mappers.stream().map(ProtocolMapperRepresentation::getId).toList();
    }

    private void change(List<ClientWork> works) {
        ClientColumns columns = new ClientColumns(context.entityManager());
        ClientUpdates updates = new ClientUpdates(context, newClients.realm(), columns);
        StoredClients clients = StoredClients.toChange(context, newClients.realm(), columns);
        stored(works, clients::load).forEach((work, client) -> {
            taken.check(work, client.username);
            settle(work, client.draft.getEntity().getProtocolMappers());
            if (work.isOpen()) {
                work.change = updates.plan(work, client);
            }
        });
    }

    private void settle(ClientWork work, Collection<ProtocolMapperEntity> stored) {
        List<ProtocolMapperRepresentation> given = work.client.getProtocolMappers();
        taken.mapperIds().checkNew(work.item, given, stored, merges());
        if (context.spec().ids() == IdMode.PREFER) {
            String id = work.client.getId() == null ? null : work.id;
            work.client = work.client.withIds(
                    id, taken.mapperIds().settle(work.item, given, work.existingId, stored, merges()));
        }
    }

    @Override
    protected void writeRows(List<ClientWork> changed) {
        changed.stream().filter(ClientWork::isNew).forEach(this::add);
        changed.stream().filter(ClientWork::isChange).forEach(work -> change(work.change));
        context.entityManager().flush();
        rows.write();
        resourceServers.write();
        serviceAccounts.write();
        serviceAccounts.remove();
    }

    @Override
    protected void invalidate(List<ClientWork> changed) {
        ClientCaches.invalidate(context, changed);
    }

    @Override
    protected void fire(List<ClientWork> changed) {
        ClientEvents.fire(context, changed, serviceAccounts);
    }

    private void add(ClientWork work) {
        ClientEntity client = work.fresh.entity();
        rows.add(work.fresh);
        UserEntity user = Boolean.TRUE.equals(work.fresh.representation().isServiceAccountsEnabled())
                ? serviceAccounts.add(client)
                : null;
        if (work.fresh.resourceServer() != null) {
            resourceServers.addToNew(work.fresh.resourceServer(), client, user);
        }
    }

    private void change(ClientChange change) {
        rows.change(change);
        if (change.user == ClientChange.User.GOES) {
            serviceAccounts.removeLater(change.stored.userId);
        }
        UserEntity user =
                change.user == ClientChange.User.COMES ? serviceAccounts.add(change.stored.draft.getEntity()) : null;
        resourceServers.change(change, user);
    }
}
