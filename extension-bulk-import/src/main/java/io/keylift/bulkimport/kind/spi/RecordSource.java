// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Reads the objects of a kind as records that an import takes. A page is read in two steps, both in one transaction:
 * where its objects are, then what they are.
 *
 * <p>A record has every field that was asked for and that the object can have, empty lists included, because an import
 * that overwrites leaves absent fields unchanged. Lists without an order of their own are sorted, so that two exports
 * of the same object are equal. Secrets are left out unless the selection includes them.
 *
 * @param <R> class of a record
 */
public interface RecordSource<R> {

    /** Query parameters that can be the scope of a mirror. */
    Set<String> SCOPES = Set.of("organization", "group", "client", "source");

    /**
     * Requires the permission to list objects of the kind in the Admin API.
     *
     * @throws ForbiddenException if the caller may view no object of the kind
     */
    void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm);

    /** Query parameters that select objects, by the names of the Admin API's list of the kind. */
    default Set<String> filters() {
        return Set.of();
    }

    /** Those of the {@link #filters} that a mirror can name as its scope. */
    default Set<String> scopes() {
        return filters().stream().filter(SCOPES::contains).collect(Collectors.toSet());
    }

    /** What is removed or changed with the object of this id; {@code null} for nothing that has to be protected. */
    default RemovalTarget target(String id) {
        return null;
    }

    /**
     * What a mirror removes of an object: the part of its record within the scope.
     *
     * @param record that of {@link #load}
     * @return a record for the removal of the kind; {@code null} if there is nothing to remove
     */
    default R within(ReadContext context, Selection scope, R record) {
        return record;
    }

    /**
     * Whether the caller may view every object of the kind, so that pages and counts need not look at each. {@code
     * false} where that is not certain.
     */
    default boolean showsAll(ReadContext context) {
        return context.seesAll();
    }

    /**
     * The next objects in the order of the export, in a time that does not depend on how many come before them. May
     * include objects that the caller may not view; {@link #load} leaves them out, and
     * {@link io.keylift.bulkimport.kind.VisibleObjects} reads on behind them.
     *
     * @param after position of the last object of the page before; {@code null} for the first page
     * @param limit maximum number of objects; fewer mean that there are no more
     */
    List<Position> positions(ExportContext context, Selection selection, String after, int limit);

    /**
     * The ids, for {@link #load}, of the objects that these records name, in their order; {@code null} for a record
     * that names none. An object is named as records of an import name it; a record that does not name one properly
     * names none. Includes objects that the caller may not view; {@link #load} leaves them out. The number of queries
     * does not depend on the number of records.
     */
    List<String> find(ExportContext context, List<R> keys);

    /**
     * How many objects the selection has now, whether the caller may view them or not.
     *
     * @param after position behind which to begin; {@code null} for all from the first
     * @param last position of the last object to count; {@code null} for all to the last
     */
    long count(ExportContext context, Selection selection, String after, String last);

    /** Those of these ids whose objects the filters of the selection select. */
    Set<String> select(ExportContext context, Selection selection, Collection<String> ids);

    /**
     * The records of these objects by id, in a number of queries that does not depend on the number of objects. Objects
     * that the caller may not view are missing.
     */
    Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids);

    /**
     * Whether the object of this record, which {@link #load} has read in full, counts as not there: a removal leaves it
     * behind without anything.
     */
    default boolean isNothing(R record) {
        return false;
    }

    /** JSON pointers to the secrets within the fields of a record. No comparison reads them. */
    default Collection<String> secrets(R record) {
        return List.of();
    }

    /** Whether records of the kind can have secrets. */
    default boolean hasSecrets() {
        return false;
    }

    /**
     * Records that name what an import of these records adds if it is missing, such as the groups above a group, by the
     * id of their kind. An element of a list is of that kind's class of records, or such a record as a JSON node.
     */
    default Map<String, List<?>> implied(ExportContext context, List<R> records) {
        return Map.of();
    }

    /**
     * The number of referrers of each object by their sort, such as the users that have a role. Parts of the object's
     * own record do not count, and an object without referrers has no entry. The number of queries does not depend on
     * the number of objects.
     */
    default Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return Map.of();
    }

    /** Whether an import that changes an object can remove referrers of it. */
    default boolean losesReferrers() {
        return false;
    }

    /** Whether objects of the kind refer to each other, as a group refers to its parent. */
    default boolean referToEachOther() {
        return false;
    }

    /**
     * The row of the object with this id. An undo of its removal gives back the row, the rows that referred to it, and
     * so on; {@code null} if it gives back no more than the record.
     */
    default RowReference row(String id) {
        return null;
    }

    /** Whether an import adds that {@link #row} if it is missing. */
    default boolean addsRow() {
        return true;
    }

    /** Whether the rows that are removed with objects of the kind can contain secrets, such as those of users. */
    default boolean hasSecretReferrers() {
        return hasSecrets();
    }

    /** Texts that an undo clears if the record leaves them out. */
    default Set<String> clearedTexts() {
        return Set.of();
    }

    /**
     * How records are prepared for a comparison, from a record and that of the object which exists: what the record
     * names is named as {@link #load} names it, and what an import leaves with every object is added as far as the
     * object has it.
     */
    default BinaryOperator<R> normalizer(ExportContext context) {
        return (record, stored) -> record;
    }

    /**
     * Where an object stands in the order of the export.
     *
     * @param id id for {@link RecordSource#load}
     * @param after text from which an export continues behind the object, even if the object was removed
     */
    record Position(String id, String after) {}

    /**
     * What an export reads.
     *
     * @param filters values of the query parameters that select objects, by name
     * @param fields fields of the record to read; empty for all
     * @param secrets whether secrets are included
     * @param exact whether an object without a text leaves it out; otherwise, it may have an empty one
     */
    record Selection(Map<String, String> filters, Set<String> fields, boolean secrets, boolean exact) {

        public Selection {
            filters = Map.copyOf(filters);
            fields = Set.copyOf(fields);
        }

        public Selection(Map<String, String> filters, Set<String> fields, boolean secrets) {
            this(filters, fields, secrets, false);
        }

        public boolean has(String field) {
            return fields.isEmpty() || fields.contains(field);
        }
    }
}
