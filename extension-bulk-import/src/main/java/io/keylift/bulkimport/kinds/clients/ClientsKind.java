// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.mappers.MapperIds;
import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Clients, with all fields that Keycloak's {@code POST /clients} supports. */
public final class ClientsKind implements ImportKind<ClientRecord, ValidClient> {

    @Override
    public KindInfo<ClientRecord> info() {
        return new KindInfo<>(
                "clients",
                ClientRecord.class,
                "A client with its protocol mappers, client scopes, secret, service account and authorization"
                        + " settings.",
                "clientId",
                "manage-clients");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("client-scopes");
    }

    @Override
    public RecordShape shape() {
        return ClientShape.get();
    }

    /** Admits callers who may manage any client; each record checks the permission for its own client. */
    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!Rights.mayManageAnyClient(permissions)) {
            throw new ForbiddenException();
        }
    }

    @Override
    public boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.clients().canManage();
    }

    @Override
    public String key(ClientRecord client) {
        return client.getClientId();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ValidClient valid) {
        ClientRecord client = valid.record;
        List<UniqueKey> keys = new ArrayList<>(3);
        keys.add(uniqueKey(client));
        if (client.getId() != null) {
            keys.add(new UniqueKey("id", client.getId(), "/id"));
        }
        if (client.wantsServiceAccount()) {
            keys.add(new UniqueKey("username", ClientRules.serviceAccount(client.getClientId()), "/clientId"));
        }
        keys.addAll(MapperIds.uniqueKeys(client.getProtocolMappers()));
        return keys;
    }

    static UniqueKey uniqueKey(ClientRecord client) {
        return new UniqueKey(MapperOwner.CLIENT.keyType, client.getClientId(), "/clientId");
    }

    @Override
    public RecordValidator<ClientRecord, ValidClient> validator(ImportContext context) {
        return new ClientValidator(context);
    }

    @Override
    public ChunkWriter<ValidClient> writer(ImportContext context) {
        return new ClientsWriter(context);
    }

    @Override
    public RecordOperation<ClientRecord, ?> removal() {
        return new ClientsRemoval(this);
    }

    @Override
    public RecordSource<ClientRecord> source() {
        return new ClientsSource();
    }
}
