// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.shared.filter.LikePattern;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.entity.KeyliftCapabilityEntity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiFunction;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads the capabilities or the sets of a realm's catalog in the order of their names.
 *
 * @param sets whether it reads sets
 * @param writer creates the record of an entry from the entry and the names of its members
 */
record EntriesSource<R extends EntryRecord>(boolean sets, BiFunction<KeyliftCapabilityEntity, List<String>, R> writer)
        implements OrderedSource<R> {

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.roles().requireList(realm);
    }

    @Override
    public boolean showsAll(ReadContext context) {
        return true;
    }

    @Override
    public Set<String> filters() {
        return Set.of(Filters.SEARCH, Filters.SOURCE);
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        KeyOrder entries = KeyOrder.of("c.id", "KeyliftCapabilityEntity c", "c.name")
                .where("c.realmId = :realm", "realm", context.realm().getId())
                .where("c.isSet = :sets", "sets", sets);
        Filters filters = Filters.of(context, selection);
        if (filters.source() != null) {
            entries.where("c.source = :source", "source", filters.source());
        }
        String search = filters.search();
        return search == null
                ? entries
                : entries.where("lower(c.name) like :search" + LikePattern.ESCAPE, "search", LikePattern.infix(search));
    }

    @Override
    public List<String> find(ExportContext context, List<R> keys) {
        Map<String, String> ids = new HashMap<>();
        new Queries(context.entityManager())
                .select(
                        "select c.name, c.id from KeyliftCapabilityEntity c where c.realmId = :realm"
                                + " and c.isSet = :sets and c.name in (:values)",
                        keys.stream()
                                .map(EntryRecord::name)
                                .filter(Objects::nonNull)
                                .toList(),
                        Map.of("realm", context.realm().getId(), "sets", sets))
                .forEach(row -> ids.put((String) row[0], (String) row[1]));
        return keys.stream().map(key -> ids.get(key.name())).toList();
    }

    @Override
    public RowReference row(String id) {
        return new RowReference("KEYLIFT_CAPABILITY", id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("a.capabilityId", "KeyliftCapabilityAssignmentEntity a")
                .counts();
    }

    @Override
    public Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Map<String, List<String>> members = new HashMap<>();
        rows.select(
                        "select m.setId, m.name from KeyliftCapabilityMemberEntity m where m.setId in (:values)"
                                + " order by m.name",
                        ids,
                        Map.of())
                .forEach(row -> members.computeIfAbsent((String) row[0], id -> new ArrayList<>())
                        .add((String) row[1]));
        Map<String, R> entries = new HashMap<>();
        rows.list(
                        "select c from KeyliftCapabilityEntity c where c.id in (:values)",
                        KeyliftCapabilityEntity.class,
                        ids,
                        Map.of())
                .forEach(entry ->
                        entries.put(entry.id(), writer.apply(entry, members.getOrDefault(entry.id(), List.of()))));
        return entries;
    }
}
