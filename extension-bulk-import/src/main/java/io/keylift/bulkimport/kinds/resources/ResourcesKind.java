// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerKind;
import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.shared.removal.KeyRemoval;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Set;

/** Resources that clients protect by Keycloak's Authorization Services. */
public final class ResourcesKind extends ResourceServerKind<ResourceRecord> {

    @Override
    public KindInfo<ResourceRecord> info() {
        return new KindInfo<>(
                "resources",
                ResourceRecord.class,
                "A resource that a client protects, with its type, URIs, scopes, owner and attributes.",
                "name",
                "manage-authorization");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "scopes", "users");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"client": "billing", "name": "Invoices"}""", """
                        {"client": "billing", "name": "Invoice 17", "displayName": "Invoice No. 17",
                         "type": "urn:billing:invoice", "uris": ["/invoices/17", "/invoices/17/*"],
                         "scopes": ["view", {"name": "approve", "displayName": "Approve"}],
                         "icon_uri": "https://billing.acme.example/invoice.svg", "ownerManagedAccess": true,
                         "attributes": {"cost center": ["4711"]}}""")
                .requires("client")
                .requires("name")
                .givesIds("/_id", "/id", "/scopes/*/id", "/resource_scopes/*/id")
                .refuses("ScopeRepresentation.policies", "ScopeRepresentation.resources")
                .describes("client", "clientId of a client with authorization enabled.")
                .describes("name", "Unique among the resources of this client and owner.")
                .describes("_id", "Id of a new resource. Default: generated.")
                .describes("id", "Alias of _id.")
                .describes("owner", "Owner: a user by id or username. Default: the client.")
                .describes("ResourceOwnerRepresentation.id", "Id or username of a user, or the clientId.")
                .describes("ResourceOwnerRepresentation.name", "Username, or the clientId. Used if id is absent.")
                .describes("scopes", "Scopes by name. Missing scopes are created.")
                .describes("uris", "Path templates.")
                .describes("uri", "Deprecated. A single URI; use uris.")
                .describes("resource_scopes", "Alias of scopes.")
                .describes("attributes", "Values by attribute name.")
                .rules(ResourceTable.TABLE.rules());
    }

    @Override
    protected UniqueKey ownKey(ResourceRecord resource) {
        String owner = resource.ownerName() == null ? "" : resource.ownerName();
        return new UniqueKey("resource", String.join("\n", resource.getClient(), owner, resource.getName()), "/name");
    }

    @Override
    protected String idPointer() {
        return "/_id";
    }

    @Override
    public RecordValidator<ResourceRecord, ResourceRecord> validator(ImportContext context) {
        return ResourceServerRules.validator(ResourceRules::check);
    }

    @Override
    public ChunkWriter<ResourceRecord> writer(ImportContext context) {
        return new ResourcesWriter(context);
    }

    @Override
    public RecordOperation<ResourceRecord, ?> removal() {
        return new KeyRemoval<>(this, Set.of("client", "name", "owner"), ResourcesRemover::new);
    }

    @Override
    public RecordSource<ResourceRecord> source() {
        return new ResourcesSource();
    }
}
