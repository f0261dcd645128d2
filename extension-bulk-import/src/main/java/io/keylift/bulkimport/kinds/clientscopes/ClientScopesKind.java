// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.mappers.MapperIds;
import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
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

/** Client scopes, written as Keycloak's {@code POST /client-scopes} writes them. */
public final class ClientScopesKind implements ImportKind<ClientScopeRecord, ClientScopeRecord> {

    @Override
    public KindInfo<ClientScopeRecord> info() {
        return new KindInfo<>(
                "client-scopes",
                ClientScopeRecord.class,
                "A client scope with its attributes and protocol mappers, and whether new clients of the realm get it.",
                "name",
                "manage-clients");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of();
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "invoices.read", "protocol": "openid-connect"}""", """
                        {"name": "tenant", "description": "Where a user works", "protocol": "openid-connect",
                         "assignment": "default",
                         "attributes": {"include.in.token.scope": "true", "display.on.consent.screen": "false"},
                         "protocolMappers": [{"name": "tenant", "protocol": "openid-connect",
                           "protocolMapper": "oidc-usermodel-attribute-mapper",
                           "config": {"user.attribute": "tenant", "claim.name": "tenant",
                             "jsonType.label": "String",
                             "id.token.claim": "true", "access.token.claim": "true",
                             "userinfo.token.claim": "true"}}]}""")
                .requires("name")
                .givesIds("/id", MapperIds.POINTER)
                .ignores("ProtocolMapperRepresentation.consentRequired", "ProtocolMapperRepresentation.consentText")
                .describes("id", "Id of a new client scope. Default: generated.")
                .describes("name", "Unique in the realm. Without blanks.")
                .describes(
                        "protocol", "openid-connect, saml or another protocol of the server. A new scope requires it.")
                .describes("attributes", "Values by attribute name.")
                .describes("protocolMappers", "Protocol mappers. Names are unique per protocol.")
                .describes(
                        "assignment",
                        "Whether new clients get the scope: none, default or optional. Default for a new scope: none.")
                .rules(ClientScopeTable.TABLE.rules());
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.clients().canManageClientScopes()) {
            throw new ForbiddenException();
        }
    }

    @Override
    public String key(ClientScopeRecord scope) {
        return scope.getName();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(ClientScopeRecord scope) {
        List<UniqueKey> keys = new ArrayList<>(2);
        keys.add(new UniqueKey(MapperOwner.CLIENT_SCOPE.keyType, scope.getName(), "/name"));
        if (scope.getId() != null) {
            keys.add(new UniqueKey("id", scope.getId(), "/id"));
        }
        keys.addAll(MapperIds.uniqueKeys(scope.getProtocolMappers()));
        return keys;
    }

    @Override
    public RecordValidator<ClientScopeRecord, ClientScopeRecord> validator(ImportContext context) {
        return RecordValidator.of(new ClientScopeRules(context)::check);
    }

    @Override
    public ChunkWriter<ClientScopeRecord> writer(ImportContext context) {
        return new ClientScopesWriter(context);
    }

    @Override
    public RecordOperation<ClientScopeRecord, ?> removal() {
        return new KeyRemoval<>(this, Set.of("name"), ClientScopesRemover::new);
    }

    @Override
    public RecordSource<ClientScopeRecord> source() {
        return new ClientScopesSource();
    }
}
