// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.kind.GivenIds;
import io.keylift.bulkimport.kind.reference.ResourceServers;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.ResourceEntity;

/** Finds which resources exist and what the records refer to, and writes a chunk. */
final class ResourcesWriter extends KeyedWriter<ResourceRecord, ResourceWork> {

    private final Queries rows;
    private final ResourceServers servers;
    private final OwnerLookup owners;
    private final Scopes scopes;

    ResourcesWriter(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
        servers = new ResourceServers(context, rows, false);
        owners = new OwnerLookup(context, rows, false);
        scopes = new Scopes(context, rows);
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
        Map<List<String>, String> existing = ResourceKeys.ids(rows, works);
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
    protected ObjectRow row(ResourceWork work) {
        return new ObjectRow("RESOURCE_SERVER_RESOURCE", work.existingId);
    }

    @Override
    protected void rejectExisting(ResourceWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a resource with this name and owner");
    }

    @Override
    protected void decide(List<ResourceWork> works) {
        GivenIds.settle(context, rows, ResourceEntity.class, "/_id", works, work -> work.record.getId());
        List<ResourceWork> open = open(works);
        scopes.load(open);
        open.forEach(scopes::resolve);
        stored(open, new StoredResources(rows)::load)
                .forEach((work, resource) -> work.change = new ResourceChange(resource, work, merges()));
    }

    @Override
    protected void writeRows(List<ResourceWork> changed) {
        EntityManager em = context.entityManager();
        ResourceRows resources = new ResourceRows(em);
        changed.stream().filter(ResourceWork::isNew).forEach(resources::add);
        changed.stream().filter(ResourceWork::isChange).forEach(work -> resources.change(work.change));
        em.flush();
        scopes.insert();
        resources.write();
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
