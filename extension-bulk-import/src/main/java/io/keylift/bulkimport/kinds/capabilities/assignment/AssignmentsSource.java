// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.shared.filter.Filters;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.OrderedSource;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Reads the assignments of roles or users, in the order of their ids, as records that set them. */
abstract class AssignmentsSource<R extends ChangeRecord> implements OrderedSource<R> {

    private final HolderType type;

    AssignmentsSource(HolderType type) {
        this.type = type;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return filtered(
                KeyOrder.of("h.id", "KeyliftCapabilityHolderEntity h", "h.id")
                        .where("h.type = :type", "type", type.name())
                        .where("h.realmId = :realm", "realm", context.realm().getId()),
                Filters.of(context, selection));
    }

    @Override
    public List<String> find(ExportContext context, List<R> keys) {
        Queries rows = new Queries(context.entityManager());
        List<String> holders = holders(context, rows, keys);
        Set<String> known = new HashSet<>(rows.list(
                "select h.id from KeyliftCapabilityHolderEntity h where h.id in (:values) and h.type = :type",
                String.class,
                holders.stream().filter(Objects::nonNull).toList(),
                Map.of("type", type.name())));
        return holders.stream().map(id -> known.contains(id) ? id : null).toList();
    }

    /** A role or user can be known without having assignments. */
    @Override
    public R within(ReadContext context, Selection scope, R record) {
        return isNothing(record) ? null : record;
    }

    @Override
    public Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Map<String, List<String>> assigned = new HashMap<>();
        rows.select(
                        "select a.holderId, c.name from KeyliftCapabilityAssignmentEntity a"
                                + " join KeyliftCapabilityEntity c on c.id = a.capabilityId"
                                + " where a.holderId in (:values) and a.holderType = :type order by c.name",
                        ids,
                        Map.of("type", type.name()))
                .forEach(row -> assigned.computeIfAbsent((String) row[0], id -> new ArrayList<>())
                        .add((String) row[1]));
        return records(context, rows, ids, assigned);
    }

    @Override
    public boolean isNothing(R record) {
        return record.set().isEmpty();
    }

    /** A change is compared by its result. */
    @Override
    public BinaryOperator<R> normalizer(ExportContext context) {
        return (change, stored) -> withSet(change, change.after(stored.set()));
    }

    /** Returns a copy of the record that sets these names. */
    abstract R withSet(R record, List<String> set);

    /** Ids of the roles or users that these records name; {@code null} for a record without one. */
    abstract List<String> holders(ExportContext context, Queries rows, List<R> keys);

    /** Adds the caller's filters to the order of assignments, whose holder has the id {@code h.id}. */
    abstract KeyOrder filtered(KeyOrder holders, Filters filters);

    /** The records of these roles or users, without those that the caller may not view. */
    abstract Map<String, R> records(
            ExportContext context, Queries rows, Collection<String> ids, Map<String, List<String>> assigned);
}
