// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.mappers.MapperIds;
import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.table.EntityWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Writes a chunk of client scopes. Finds existing ones, and checks whether ids are free. */
final class ClientScopesWriter extends EntityWriter<ClientScopeEntity, ClientScopeRecord, ClientScopeWork> {

    private final Protocols protocols;
    private final String realmId;
    private final MapperIds mapperIds;

    ClientScopesWriter(ImportContext context) {
        super(context, ClientScopeTable.TABLE);
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
                queries,
                realmId,
                works.stream().map(work -> work.record.getName()).toList());
        for (ClientScopeWork work : works) {
            work.existingId = existing.get(work.record.getName());
            work.id = work.existingId;
        }
    }

    @Override
    protected void rejectExisting(ClientScopeWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The realm already has a client scope with this name");
    }

    @Override
    protected void findReferences(List<ClientScopeWork> works) {
        mapperIds.load(
                queries,
                works.stream().map(work -> work.record.getProtocolMappers()).toList());
        works.forEach(work -> mapperIds.check(work.item, work.record.getProtocolMappers(), work.existingId));
        open(works).forEach(this::complete);
    }

    private void complete(ClientScopeWork work) {
        if (work.isNew() && work.record.getProtocol() == null) {
            work.item.reject(
                    RejectCode.MISSING,
                    "/protocol",
                    "The protocol is missing. The realm has no client scope with this name, and a new one requires a"
                            + " protocol.");
            return;
        }
        List<ProtocolMapperRepresentation> given = work.record.getProtocolMappers();
        List<ProtocolMapperEntity> stored = work.stored().get(ClientScopeTable.MAPPERS);
        work.settle(mapperIds.settle(work.item, given, work.existingId, stored, merges()));
        mapperIds.checkNew(work.item, given, stored, merges());
        if (work.isNew() || !merges()) {
            String protocol = work.isNew()
                    ? work.record.getProtocol()
                    : work.stored().row().getProtocol();
            protocols.addDefaults(protocol, work.representation);
        }
    }

    @Override
    protected void check(List<ClientScopeWork> works) {
        Set<String> defaultOfClients = defaultOfClients(works);
        for (ClientScopeWork work : works) {
            if (work.changesAssignment() && !protocols.allows(work.protocol(), work.assignment())) {
                work.item.reject(
                        RejectCode.INVALID,
                        "/assignment",
                        "The protocol does not allow new clients to get the client scope in this way");
            }
            if (work.assignment() == Assignment.DEFAULT && (work.changesAssignment() || work.becomesParameterized())) {
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
        if (work.isParameterized()) {
            work.item.reject(
                    RejectCode.INVALID,
                    work.record.getAssignment() == null ? ClientScopeRules.PARAMETERIZED : "/assignment",
                    "A parameterized client scope cannot be a default one");
        }
    }

    /** The client scopes that become parameterized and are a default scope of a client. */
    private Set<String> defaultOfClients(List<ClientScopeWork> works) {
        return new HashSet<>(queries.list(
                "select distinct m.clientScopeId from ClientScopeClientMappingEntity m"
                        + " where m.clientScopeId in (:values) and m.defaultScope = true",
                String.class,
                works.stream()
                        .filter(ClientScopeWork::becomesParameterized)
                        .map(work -> work.id)
                        .toList(),
                Map.of()));
    }

    @Override
    protected void complete(ClientScopeEntity row, ClientScopeWork work) {
        row.setRealmId(realmId);
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
