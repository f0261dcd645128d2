// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.shared.table.EntityWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/** Writes a chunk of scopes. Finds existing ones. */
final class ScopesWriter extends EntityWriter<ScopeEntity, ScopeRecord, ScopeWork> {

    private final ResourceServers servers;

    ScopesWriter(ImportContext context) {
        super(context, ScopeWork.TABLE);
        servers = new ResourceServers(context, queries, false);
    }

    @Override
    protected ScopeWork work(Item<ScopeRecord> item) {
        return new ScopeWork(item);
    }

    @Override
    protected void find(List<ScopeWork> works) {
        servers.resolve(works, work -> work.record.getClient(), (work, server) -> work.server = server);
        List<ScopeWork> open = open(works);
        Map<List<String>, String> existing = AuthorizationKeys.ids(
                queries,
                AuthorizationKeys.SCOPE,
                open.stream().map(work -> work.record.key(work.server)).toList());
        for (ScopeWork work : open) {
            work.existingId = existing.get(work.record.key(work.server));
            work.id = work.existingId;
        }
    }

    @Override
    protected void rejectExisting(ScopeWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a scope with this name");
    }

    @Override
    protected void complete(ScopeEntity row, ScopeWork work) {
        row.setResourceServer(context.entityManager().getReference(ResourceServerEntity.class, work.server));
    }

    @Override
    protected void invalidate(List<ScopeWork> changed) {
        if (context.session().getProvider(CachedStoreFactoryProvider.class) instanceof StoreFactoryCacheSession cache) {
            changed.forEach(work -> cache.registerScopeInvalidation(work.id, work.record.getName(), work.server));
        }
    }

    @Override
    protected void fire(List<ScopeWork> changed) {
        changed.forEach(work -> ScopeEvents.fire(context, work));
    }
}
