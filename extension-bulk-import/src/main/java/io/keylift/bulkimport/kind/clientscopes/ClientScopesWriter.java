// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.GivenIds;
import io.keylift.bulkimport.kind.mappers.MapperIds;
import io.keylift.bulkimport.kind.mappers.MapperOwner;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/** Finds which client scopes exist and whether the ids in the records are free; writes a chunk. */
final class ClientScopesWriter extends KeyedWriter<ClientScopeRecord, ClientScopeWork> {

    private final Queries rows;
    private final Protocols protocols;
    private final String realmId;
    private final MapperIds mapperIds;

    ClientScopesWriter(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
        protocols = new Protocols(context.session(), context.realm());
        realmId = context.realm().getId();
        mapperIds = new MapperIds(MapperOwner.CLIENT_SCOPE, context.spec().ids());
    }

    @Override
    protected ClientScopeWork work(Item<ClientScopeRecord> item) {
        return new ClientScopeWork(item);
    }

    @Override
    protected void find(List<ClientScopeWork> works) {
        Map<String, String> existing = ClientScopeKeys.ids(
                rows, realmId, works.stream().map(work -> work.record.getName()).toList());
        for (ClientScopeWork work : works) {
            work.existingId = existing.get(work.record.getName());
            work.id = work.existingId;
        }
    }

    @Override
    protected ObjectRow row(ClientScopeWork work) {
        return new ObjectRow("CLIENT_SCOPE", work.existingId);
    }

    @Override
    protected void rejectExisting(ClientScopeWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The realm already has a client scope with this name");
    }

    @Override
    protected void decide(List<ClientScopeWork> works) {
        GivenIds.settle(context, rows, ClientScopeEntity.class, "/id", works, work -> work.record.getId());
        checkMapperIds(works);
        open(works).stream().filter(ClientScopeWork::isNew).forEach(this::completeNew);
        stored(works, new StoredClientScopes(rows, realmId)::load).forEach(this::change);
        checkAssignments(open(works));
    }

    private void checkMapperIds(List<ClientScopeWork> works) {
        mapperIds.load(
                rows,
                works.stream().map(work -> work.record.getProtocolMappers()).toList());
        works.forEach(work -> mapperIds.check(work.item, work.record.getProtocolMappers(), work.existingId));
    }

    private void completeNew(ClientScopeWork work) {
        if (work.record.getProtocol() == null) {
            work.item.reject(
                    RejectCode.MISSING,
                    "/protocol",
                    "The protocol is missing. The realm has no client scope with this name, and a new one requires a"
                            + " protocol.");
            return;
        }
        work.settle(mapperIds.settle(work.item, work.mappers, null, List.of(), merges()));
        protocols.addDefaults(work.record.getProtocol(), work.representation);
    }

    private void change(ClientScopeWork work, StoredClientScope stored) {
        if (!merges()) {
            protocols.addDefaults(stored.row().getProtocol(), work.representation);
        }
        work.settle(mapperIds.settle(work.item, work.mappers, work.existingId, stored.mappers(), merges()));
        work.change = new ClientScopeChange(stored, work.record, work.representation, merges());
        mapperIds.checkNew(work.item, work.record.getProtocolMappers(), stored.mappers(), merges());
    }

    private void checkAssignments(List<ClientScopeWork> works) {
        Set<String> defaultOfClients = defaultOfClients(works);
        for (ClientScopeWork work : works) {
            String protocol = work.isNew() ? work.record.getProtocol() : work.change.protocol;
            if (work.changesAssignment() && !protocols.allows(protocol, work.assignment())) {
                work.item.reject(
                        RejectCode.INVALID,
                        "/assignment",
                        "The protocol does not allow new clients to get the client scope in this way");
            }
            if (work.assignment() == Assignment.DEFAULT && (work.changesAssignment() || becomesParameterized(work))) {
                checkNotParameterized(work);
            }
            if (defaultOfClients.contains(work.id)) {
                work.item.reject(
                        RejectCode.INVALID,
                        ClientScopeRules.PARAMETERIZED,
                        "The client scope is a default one of a client, which a parameterized one cannot be");
            }
        }
    }

    private static void checkNotParameterized(ClientScopeWork work) {
        boolean parameterized = work.record.isParameterized()
                || !work.isNew()
                        && Boolean.parseBoolean(work.change.attribute(ClientScopeModel.IS_PARAMETERIZED_SCOPE));
        if (parameterized) {
            work.item.reject(
                    RejectCode.INVALID,
                    work.record.getAssignment() == null ? ClientScopeRules.PARAMETERIZED : "/assignment",
                    "A parameterized client scope cannot be a default one");
        }
    }

    /** The client scopes that become parameterized and are a default scope of a client. */
    private Set<String> defaultOfClients(List<ClientScopeWork> works) {
        return new HashSet<>(rows.list(
                "select distinct m.clientScopeId from ClientScopeClientMappingEntity m"
                        + " where m.clientScopeId in (:values) and m.defaultScope = true",
                String.class,
                works.stream()
                        .filter(ClientScopesWriter::becomesParameterized)
                        .map(work -> work.id)
                        .toList(),
                Map.of()));
    }

    private static boolean becomesParameterized(ClientScopeWork work) {
        return work.record.isParameterized()
                && !work.isNew()
                && !Boolean.parseBoolean(work.change.stored.attributes().get(ClientScopeModel.IS_PARAMETERIZED_SCOPE));
    }

    @Override
    protected void writeRows(List<ClientScopeWork> changed) {
        ClientScopeRows scopeRows = new ClientScopeRows(context.entityManager(), realmId);
        changed.stream().filter(ClientScopeWork::isNew).forEach(scopeRows::add);
        changed.stream().filter(ClientScopeWork::isChange).forEach(scopeRows::change);
        context.entityManager().flush();
        scopeRows.write();
    }

    @Override
    protected void invalidate(List<ClientScopeWork> changed) {
        ClientScopeCaches.invalidate(context, changed);
    }

    @Override
    protected void fire(List<ClientScopeWork> changed) {
        ClientScopeEvents events = new ClientScopeEvents(context);
        changed.forEach(events::fire);
    }
}
