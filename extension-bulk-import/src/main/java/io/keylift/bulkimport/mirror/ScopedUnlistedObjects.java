// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.VisibleObjects;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.verification.ComparedContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects within the scope of a mirror that no record names and that may be removed, page by page. What the caller
 * may not view is none of them.
 *
 * @param <R> class of a record
 */
public final class ScopedUnlistedObjects<R> {

    private final RecordSource<R> source;
    private final ListedObjects<R> named;
    private final Selection scope;
    private final JsonMapper mapper;

    ScopedUnlistedObjects(ImportKind<R, ?> kind, ListedObjects<R> named, Map<String, String> scope) {
        this.source = kind.source();
        this.named = named;
        this.scope = selection(kind, scope);
        this.mapper = RecordWriters.mapper(kind, kind.removal().fields());
    }

    /** The fields of the objects within the scope that their removal needs. */
    static Selection selection(ImportKind<?, ?> kind, Map<String, String> scope) {
        Map<String, String> filters = new HashMap<>(scope);
        filters.remove(JobSpec.WHOLE);
        return new Selection(filters, kind.removal().fields(), false);
    }

    /**
     * An object that may be removed.
     *
     * @param id its id
     * @param key its record in JSON, as a removal takes it
     */
    public record Unlisted(String id, byte[] key) {}

    /**
     * A page of objects.
     *
     * @param objects how many the caller may view, which may be less than were asked for although there is a next page
     * @param unlisted those of them that may be removed
     * @param next where the next page begins; {@code null} if there is none
     */
    public record Page(int objects, List<Unlisted> unlisted, String next) {}

    /** How many objects that the caller may view are within the scope, named or not. */
    public long inScope(ReadContext context) {
        return new VisibleObjects<>(source, new ComparedContext(context), scope).count();
    }

    /**
     * @param after end of the page before; {@code null} for the first page
     * @param size maximum number of objects that the caller may view
     */
    public Page page(ReadContext context, JobLedger ledger, String after, int size) {
        ComparedContext reading = new ComparedContext(context);
        VisibleObjects.Page<R> page = new VisibleObjects<>(source, reading, scope).page(after, size);
        return new Page(page.positions().size(), unlisted(reading, ledger, page.ids(), page.records()), page.next());
    }

    /** Reads objects of earlier pages anew; those that must not be removed any more are missing. */
    public List<Unlisted> again(ReadContext context, JobLedger ledger, List<String> ids) {
        ComparedContext reading = new ComparedContext(context);
        Set<String> inScope = source.select(reading, scope, ids);
        return unlisted(reading, ledger, ids.stream().filter(inScope::contains).toList(), null);
    }

    /** @param read the records by id; {@code null} if they are still to be read */
    private List<Unlisted> unlisted(
            ComparedContext context, JobLedger ledger, List<String> objects, Map<String, R> read) {
        Set<String> listed = named.among(ledger, objects);
        List<String> ids = new ArrayList<>(objects);
        ids.removeIf(listed::contains);
        Map<String, R> records = read != null ? read : ids.isEmpty() ? Map.of() : source.load(context, scope, ids);
        ids.removeIf(id -> !records.containsKey(id));
        if (ids.isEmpty()) {
            return List.of();
        }
        Protection protection = new Protection(context);
        Set<String> kept = new HashSet<>(protection.among(source, ids));
        Map<String, Set<String>> below = protection.below(source, ids);
        Set<String> namedBelow = named.among(ledger, all(below.values()));
        List<Unlisted> unlisted = new ArrayList<>();
        for (String id : ids) {
            boolean removable = !kept.contains(id)
                    && below.getOrDefault(id, Set.of()).stream().noneMatch(namedBelow::contains);
            R record = removable ? source.within(context, scope, records.get(id)) : null;
            if (record != null) {
                unlisted.add(new Unlisted(id, json(record)));
            }
        }
        return unlisted;
    }

    private static Set<String> all(Collection<Set<String>> sets) {
        Set<String> all = new HashSet<>();
        sets.forEach(all::addAll);
        return all;
    }

    private byte[] json(R record) {
        try {
            return mapper.writeValueAsBytes(record);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A record that was read cannot be written", e);
        }
    }
}
