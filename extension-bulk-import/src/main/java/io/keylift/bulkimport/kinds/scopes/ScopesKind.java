// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerKind;
import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Set;

/** Scopes of the clients that protect resources by Keycloak's Authorization Services. */
public final class ScopesKind extends ResourceServerKind<ScopeRecord> {

    @Override
    public KindInfo<ScopeRecord> info() {
        return new KindInfo<>(
                "scopes",
                ScopeRecord.class,
                "A scope of the resources that a client protects, such as `view`.",
                "client, name",
                "manage-authorization");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"client": "billing", "name": "print"}""", """
                        {"client": "billing", "name": "cancel", "displayName": "Cancel an invoice",
                         "iconUri": "https://billing.acme.example/cancel.svg"}""")
                .requires("client")
                .requires("name")
                .givesIds("/id")
                .refuses("policies", "resources")
                .describes("client", "clientId of a client with authorization enabled.")
                .describes("name", "Unique among the scopes of this client.")
                .describes("id", "Id of a new scope. Default: generated.")
                .rules(ScopeWork.TABLE.rules());
    }

    @Override
    protected UniqueKey ownKey(ScopeRecord scope) {
        return new UniqueKey("scope", String.join("\n", scope.getClient(), scope.getName()), "/name");
    }

    @Override
    public RecordValidator<ScopeRecord, ScopeRecord> validator(ImportContext context) {
        return ResourceServerRules.validator(ScopesKind::check);
    }

    private static void check(Item<ScopeRecord> item) {
        ResourceServerRules.checkKey(item, "A scope requires a client and a name");
        ScopeWork.TABLE.check(item);
        rejectGiven(item, "/policies", item.record().getPolicies());
        rejectGiven(item, "/resources", item.record().getResources());
    }

    private static void rejectGiven(Item<ScopeRecord> item, String pointer, List<?> list) {
        if (list != null && !list.isEmpty()) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    pointer,
                    "An import of scopes cannot have policies or resources of a scope");
        }
    }

    @Override
    public ChunkWriter<ScopeRecord> writer(ImportContext context) {
        return new ScopesWriter(context);
    }

    @Override
    public RecordOperation<ScopeRecord, ?> removal() {
        return new KeyRemoval<>(this, Set.of("client", "name"), ScopesRemover::new);
    }

    @Override
    public RecordSource<ScopeRecord> source() {
        return new ScopesSource();
    }
}
