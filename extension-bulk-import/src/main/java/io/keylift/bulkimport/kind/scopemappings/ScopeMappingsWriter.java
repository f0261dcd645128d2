// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.scopemappings;

import io.keylift.bulkimport.kind.reference.KnownRole;
import io.keylift.bulkimport.kind.reference.RoleLists;
import io.keylift.bulkimport.kind.reference.RoleMappingEvents;
import io.keylift.bulkimport.kind.reference.Roles;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.CollectionRows.Row;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/** Writes a chunk of scope mappings: those that records add or, in a removal, take away. */
final class ScopeMappingsWriter extends WorkWriter<ScopeMapping, ScopeMappingWork> {

    private final boolean removal;

    ScopeMappingsWriter(ImportContext context, boolean removal) {
        super(context);
        this.removal = removal;
    }

    @Override
    protected List<ScopeMappingWork> plan(List<Item<ScopeMapping>> items) {
        Queries rows = new Queries(context.entityManager());
        List<ScopeMappingWork> works =
                items.stream().map(item -> new ScopeMappingWork(item, removal)).toList();
        Roles roles = new Roles(context, rows);
        for (ScopeMappingWork work : works) {
            roles.need(work.record.roles().realmRoles(), work.record.roles().givenClientRoles());
        }
        new OwnerLookup(context, removal).find(works);
        roles.load();
        for (ScopeMappingWork work : works) {
            if (work.isFound()) {
                RoleLists named = work.record.roles();
                work.wanted = roles.inScope(work.item, named.realmRoles(), named.givenClientRoles(), removal);
            }
        }
        StoredScopeMappings stored = new StoredScopeMappings(rows, works);
        BiConsumer<ScopeMappingWork, Map<String, KnownRole>> planner =
                removal ? ScopeMappingPlanner::planRemoval : new ScopeMappingPlanner(context)::plan;
        for (ScopeMappingWork work : works) {
            if (work.isFound()) {
                planner.accept(work, stored.of(work.owner));
            }
        }
        return works.stream().filter(ScopeMappingWork::isOpen).toList();
    }

    @Override
    protected void writeRows(List<ScopeMappingWork> changed) {
        write(ClientEntity.class, changed.stream().filter(work -> work.record.isOfClient()));
        write(ClientScopeEntity.class, changed.stream().filter(work -> !work.record.isOfClient()));
    }

    private void write(Class<?> owner, Stream<ScopeMappingWork> changed) {
        List<Row> removed = new ArrayList<>();
        List<Row> added = new ArrayList<>();
        changed.forEach(work -> {
            work.removed.forEach(role -> removed.add(new Row(work.owner, null, role.id())));
            work.added.forEach(role -> added.add(new Row(work.owner, null, role.id())));
        });
        // In the same order for all chunks: concurrent removals of the same mappings wait instead of deadlocking.
        removed.sort(Comparator.comparing(Row::owner).thenComparing(row -> (String) row.element()));
        CollectionRows mappings = new CollectionRows(context.entityManager(), owner, "scopeMappingIds");
        mappings.delete(removed);
        mappings.insert(added);
    }

    /** The realm cache stores a client or client scope with the roles in its scope; no list of them changes. */
    @Override
    protected void invalidate(List<ScopeMappingWork> changed) {
        CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
        if (cache == null) {
            return; // The server may run without the realm cache.
        }
        for (ScopeMappingWork work : changed) {
            if (work.record.isOfClient()) {
                cache.registerClientInvalidation(
                        work.owner, work.record.client(), context.realm().getId());
            } else {
                cache.registerInvalidation(work.owner);
            }
        }
    }

    @Override
    protected void fire(List<ScopeMappingWork> changed) {
        for (ScopeMappingWork work : changed) {
            if (work.isOpen()) {
                String owner = (work.record.isOfClient() ? "clients/" : "client-scopes/") + work.owner;
                RoleMappingEvents.fireOfScope(context, OperationType.DELETE, owner, work.removed);
                RoleMappingEvents.fireOfScope(context, OperationType.CREATE, owner, work.added);
            }
        }
    }
}
