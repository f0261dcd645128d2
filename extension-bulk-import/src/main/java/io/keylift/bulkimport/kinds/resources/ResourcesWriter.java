// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.shared.table.EntityWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;

/** Writes a chunk of resources. Finds existing ones and references. */
final class ResourcesWriter extends EntityWriter<ResourceEntity, ResourceRecord, ResourceWork> {

    private final ResourceServers servers;
    private final OwnerLookup owners;
    private final Scopes scopes;

    ResourcesWriter(ImportContext context) {
        super(context, ResourceTable.TABLE);
        servers = new ResourceServers(context, queries, false);
        owners = new OwnerLookup(context, queries, false);
        scopes = new Scopes(context, queries);
    }

    @Override
    protected ResourceWork work(Item<ResourceRecord> item) {
        return new ResourceWork(item);
    }

    @Override
    protected void find(List<ResourceWork> works) {
        servers.resolve(works, work -> work.record.getClient(), (work, server) -> work.server = server);
        owners.resolve(open(works));
        findExisting(open(works));
    }

    private void findExisting(List<ResourceWork> works) {
        Map<List<String>, String> existing = ResourceKeys.ids(queries, works);
        Set<List<String>> seen = new HashSet<>();
        for (ResourceWork work : works) {
            work.existingId = existing.get(ResourceKeys.of(work));
            work.id = work.existingId;
            if (!seen.add(ResourceKeys.of(work))) {
                // The two records give its owner in different ways; otherwise the engine would have rejected this one.
                work.item.reject(
                        RejectCode.DUPLICATE, "/name", "An earlier record of the same chunk already has this resource");
            }
        }
    }

    @Override
    protected void rejectExisting(ResourceWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a resource with this name and owner");
    }

    @Override
    protected void findReferences(List<ResourceWork> works) {
        List<ResourceWork> open = open(works);
        scopes.load(open);
        open.forEach(scopes::resolve);
    }

    @Override
    protected void complete(ResourceEntity row, ResourceWork work) {
        row.setResourceServer(work.server);
        row.setOwner(work.owner);
    }

    @Override
    protected void writeRows(List<ResourceWork> changed) {
        scopes.insert();
        super.writeRows(changed);
    }

    @Override
    protected void invalidate(List<ResourceWork> changed) {
        ResourceCaches.invalidate(context, changed, scopes.added());
    }

    @Override
    protected void fire(List<ResourceWork> changed) {
        changed.forEach(work -> ResourceEvents.fire(context, work));
    }
}
