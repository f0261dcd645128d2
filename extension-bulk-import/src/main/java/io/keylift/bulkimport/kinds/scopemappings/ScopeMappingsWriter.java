// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.reference.MappingWork;
import io.keylift.bulkimport.kind.shared.reference.MappingsWriter;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.RoleMappingEvents;
import io.keylift.bulkimport.kind.shared.reference.StoredMappings;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.CollectionRows.Row;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.cache.CacheRealmProvider;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/** Writes a chunk of scope mappings: adds them or, in a removal, deletes them. */
final class ScopeMappingsWriter extends MappingsWriter<ScopeMapping, MappingWork<ScopeMapping>> {

    ScopeMappingsWriter(ImportContext context, boolean removal) {
        super(context, removal, "scope", Rights::mayScopeRole);
    }

    @Override
    protected MappingWork<ScopeMapping> begin(Item<ScopeMapping> item) {
        return new MappingWork<>(item, removal);
    }

    @Override
    protected void findSubjects(List<MappingWork<ScopeMapping>> works, Queries rows) {
        new OwnerLookup(context, removal).find(works);
    }

    @Override
    protected String table(MappingWork<ScopeMapping> work) {
        return work.record.isOfClient() ? "CLIENT" : "CLIENT_SCOPE";
    }

    /** One query for clients and one for client scopes. */
    @Override
    protected void load(StoredMappings stored, List<MappingWork<ScopeMapping>> found) {
        stored.load("ClientEntity o join o.scopeMappingIds s", "o.id", "s", owners(found, true));
        stored.load("ClientScopeEntity o join o.scopeMappingIds s", "o.id", "s", owners(found, false));
    }

    private static List<String> owners(List<MappingWork<ScopeMapping>> works, boolean ofClients) {
        return works.stream()
                .filter(work -> work.record.isOfClient() == ofClients)
                .map(MappingWork::subject)
                .distinct()
                .toList();
    }

    @Override
    protected void writeRows(List<MappingWork<ScopeMapping>> changed) {
        write(ClientEntity.class, changed.stream().filter(work -> work.record.isOfClient()));
        write(ClientScopeEntity.class, changed.stream().filter(work -> !work.record.isOfClient()));
    }

    private void write(Class<?> owner, Stream<MappingWork<ScopeMapping>> changed) {
        List<Row> removed = new ArrayList<>();
        List<Row> added = new ArrayList<>();
        changed.forEach(work -> {
            work.removed.forEach(role -> removed.add(new Row(work.subject(), null, role.id())));
            work.added.forEach(role -> added.add(new Row(work.subject(), null, role.id())));
        });
        // In the same order for all chunks: concurrent removals of the same mappings wait instead of deadlocking.
        removed.sort(Comparator.comparing(Row::owner).thenComparing(row -> (String) row.element()));
        CollectionRows mappings = new CollectionRows(context.entityManager(), owner, "scopeMappingIds");
        mappings.delete(removed);
        mappings.insert(added);
    }

    /** The realm cache stores a client or client scope with the roles in its scope; no list of them changes. */
    @Override
    protected void invalidate(List<MappingWork<ScopeMapping>> changed) {
        CacheRealmProvider cache = context.session().getProvider(CacheRealmProvider.class);
        if (cache == null) {
            return; // The server may run without the realm cache.
        }
        for (MappingWork<ScopeMapping> work : changed) {
            if (work.record.isOfClient()) {
                cache.registerClientInvalidation(
                        work.subject(), work.record.client(), context.realm().getId());
            } else {
                cache.registerInvalidation(work.subject());
            }
        }
    }

    @Override
    protected void fire(List<MappingWork<ScopeMapping>> changed) {
        for (MappingWork<ScopeMapping> work : changed) {
            if (work.isOpen()) {
                String owner = (work.record.isOfClient() ? "clients/" : "client-scopes/") + work.subject();
                RoleMappingEvents.fireOfScope(context, OperationType.DELETE, owner, work.removed);
                RoleMappingEvents.fireOfScope(context, OperationType.CREATE, owner, work.added);
            }
        }
    }
}
