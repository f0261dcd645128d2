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
 * Reads the objects of a kind as records of an import. Exports call it in the read-only transaction of a page;
 * verifications, mirrors and undos call it in the transaction of a chunk. One instance serves all sessions and threads.
 *
 * <p>A page is read in two steps: {@link #positions} returns the ids of its objects, {@link #load} their records.
 *
 * <p>A record has every selected field that the object can have, empty lists included, because an import that
 * overwrites leaves absent fields unchanged. Lists without an order of their own are sorted, so that two exports of an
 * unchanged object are equal. Secrets are left out unless the selection includes them.
 *
 * @param <R> class of a record
 */
public interface RecordSource<R> {

    /** Query parameters that can be the scope of a mirror, in any kind. */
    Set<String> SCOPES = Set.of("organization", "group", "client", "source");

    /**
     * Requires the caller's permission to list objects of the kind in the Admin API. Called in the session of the
     * request, and again for each page.
     *
     * @throws ForbiddenException if the caller may view no object of the kind
     */
    void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm);

    /** Query parameters that select objects, named as in the Admin API's list of the kind. */
    default Set<String> filters() {
        return Set.of();
    }

    /** The {@link #filters} that a mirror can use as its scope. */
    default Set<String> scopes() {
        return filters().stream().filter(SCOPES::contains).collect(Collectors.toSet());
    }

    /**
     * The object of Keycloak that is removed or changed if the object with this id is removed. Mirrors and undos decide
     * by it which objects they must not remove.
     *
     * @return {@code null} if nothing has to be protected
     */
    default RemovalTarget target(String id) {
        return null;
    }

    /**
     * Returns the part of an object that a mirror with this scope removes.
     *
     * @param record record of the object, from {@link #load}
     * @return a record for the removal of the kind; {@code null} if there is nothing to remove
     */
    default R within(ReadContext context, Selection scope, R record) {
        return record;
    }

    /**
     * Whether the caller may view every object of the kind. Pages and counts then need not check each object. Return
     * {@code false} if that is uncertain.
     */
    default boolean showsAll(ReadContext context) {
        return context.seesAll();
    }

    /**
     * Returns the next objects in the order of the export, in a time that does not depend on the number of objects
     * before them. The result may include objects that the caller may not view: {@link #load} leaves them out, and
     * {@link io.keylift.bulkimport.kind.VisibleObjects} continues after them.
     *
     * @param after position of the last object of the previous page; {@code null} for the first page
     * @param limit maximum number of objects; fewer mean that there are no more
     */
    List<Position> positions(ExportContext context, Selection selection, String after, int limit);

    /**
     * Whether the outcome of a record names the object by its id in this source. A mirror looks up the objects of other
     * kinds again, by {@link #find}.
     */
    default boolean isNamedByOutcomes() {
        return false;
    }

    /**
     * Finds the objects that these records name, in the way records of an import name them. The result may include
     * objects that the caller may not view: {@link #load} leaves them out. The number of queries must not depend on the
     * number of records.
     *
     * @return ids for {@link #load}, in the order of the records; {@code null} for a record whose object does not exist
     *     or whose key is invalid
     */
    List<String> find(ExportContext context, List<R> keys);

    /**
     * Counts the objects of the selection, including those that the caller may not view.
     *
     * @param after position after which to begin; {@code null} to begin with the first object
     * @param last position of the last object to count; {@code null} to count to the end
     */
    long count(ExportContext context, Selection selection, String after, String last);

    /** The ids whose objects the filters of the selection select. */
    Set<String> select(ExportContext context, Selection selection, Collection<String> ids);

    /**
     * Reads the records of these objects. The number of queries must not depend on the number of objects.
     *
     * @return records by id, without objects that do not exist or that the caller may not view
     */
    Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids);

    /**
     * Whether the object of this record counts as absent, because a removal leaves it behind without content.
     *
     * @param record record with all fields, from {@link #load}
     */
    default boolean isNothing(R record) {
        return false;
    }

    /** JSON pointers to the secrets within the fields of a record. Comparisons skip them. */
    default Collection<String> secrets(R record) {
        return List.of();
    }

    /** Whether records of the kind can have secrets. */
    default boolean hasSecrets() {
        return false;
    }

    /**
     * Objects that an import of these records also adds if they are missing, such as the parents of a group.
     *
     * @return records that name the objects, by the id of their kind; an element of a list is a record of that kind, or
     *     such a record as a JSON node
     */
    default Map<String, List<?>> implied(ExportContext context, List<R> records) {
        return Map.of();
    }

    /**
     * Counts the referrers of each object, such as the users that have a role. An undo compares the counts to find
     * later references to an object. Parts of the object's own record do not count. The number of queries must not
     * depend on the number of objects. See {@link ReferrerCounts}.
     *
     * @return counts by sort of referrer, by id of the object; an object without referrers has no entry
     */
    default Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return Map.of();
    }

    /** Whether an import that changes an object can remove some of its referrers. */
    default boolean losesReferrers() {
        return false;
    }

    /**
     * Whether objects of the kind refer to each other, as a group refers to its parent. An undo then removes objects
     * without referrers first.
     */
    default boolean referToEachOther() {
        return false;
    }

    /**
     * Whether objects of the kind neither refer to each other nor {@linkplain #implied imply} others. An undo may then
     * restore objects of several chunks at the same time. Otherwise, it restores one chunk after the other.
     */
    default boolean areIndependent() {
        return false;
    }

    /**
     * The row of the object with this id. An undo of its removal restores this row and all rows that referred to it,
     * directly or not.
     *
     * @return {@code null} if an undo restores the record only
     */
    default RowReference row(String id) {
        return null;
    }

    /**
     * Whether an import of the record adds the {@link #row} if it is missing. If not, an undo restores the row itself.
     */
    default boolean addsRow() {
        return true;
    }

    /**
     * Whether the rows that are removed with objects of the kind can contain secrets, such as the credentials of users.
     */
    default boolean hasSecretReferrers() {
        return hasSecrets();
    }

    /**
     * Fields with a text that {@code overwrite} clears if the record of an undo leaves them out. For other texts, an
     * undo writes an empty one.
     */
    default Set<String> clearedTexts() {
        return Set.of();
    }

    /**
     * Prepares records for a comparison. The function receives a record and the record of the existing object. It
     * returns the first one with references named as {@link #load} names them, and with those values of the existing
     * object that every import adds or keeps.
     */
    default BinaryOperator<R> normalizer(ExportContext context) {
        return (record, stored) -> record;
    }

    /**
     * Position of an object in the order of the export.
     *
     * @param id id for {@link RecordSource#load}
     * @param after text from which an export continues after the object, even if the object was removed since
     */
    record Position(String id, String after) {}

    /**
     * Selection of objects and fields to read.
     *
     * @param filters values of the query parameters that select objects, by name
     * @param fields names of the fields to read; empty for all
     * @param secrets whether secrets are included
     * @param exact whether a missing text is left out; otherwise, the record may have an empty text instead
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
