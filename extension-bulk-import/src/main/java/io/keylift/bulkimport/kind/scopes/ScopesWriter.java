// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopes;

import io.keylift.bulkimport.kind.GivenIds;
import io.keylift.bulkimport.kind.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.reference.ResourceServers;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;
import org.keycloak.models.cache.infinispan.authorization.StoreFactoryCacheSession;

/** Finds which scopes exist, and writes a chunk. */
final class ScopesWriter extends KeyedWriter<ScopeRecord, ScopeWork> {

    private final Queries rows;
    private final ResourceServers servers;

    ScopesWriter(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
        servers = new ResourceServers(context, rows, false);
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
                rows,
                AuthorizationKeys.SCOPE,
                open.stream().map(work -> work.record.key(work.server)).toList());
        for (ScopeWork work : open) {
            work.existingId = existing.get(work.record.key(work.server));
            work.id = work.existingId;
        }
    }

    @Override
    protected ObjectRow row(ScopeWork work) {
        return new ObjectRow("RESOURCE_SERVER_SCOPE", work.existingId);
    }

    @Override
    protected void rejectExisting(ScopeWork work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a scope with this name");
    }

    @Override
    protected void decide(List<ScopeWork> works) {
        GivenIds.settle(context, rows, ScopeEntity.class, "/id", works, work -> work.record.getId());
        stored(works, this::load).forEach((work, scope) -> work.apply(scope, merges()));
    }

    private Map<String, ScopeEntity> load(Collection<String> ids) {
        Map<String, ScopeEntity> scopes = new HashMap<>();
        rows.list("select s from ScopeEntity s where s.id in (:values)", ScopeEntity.class, ids, Map.of())
                .forEach(scope -> scopes.put(scope.getId(), scope));
        return scopes;
    }

    @Override
    protected void writeRows(List<ScopeWork> changed) {
        EntityManager em = context.entityManager();
        em.flush();
        BulkInsert.insert(
                em, changed.stream().filter(ScopeWork::isNew).map(this::entity).toList());
    }

    private ScopeEntity entity(ScopeWork work) {
        ScopeEntity scope = new ScopeEntity();
        scope.setId(work.id);
        scope.setName(work.record.getName());
        scope.setResourceServer(context.entityManager().getReference(ResourceServerEntity.class, work.server));
        work.apply(scope, false);
        return scope;
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
