// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.SearchedObjects;
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
 * The objects within the scope of a mirror that the caller may view. It removes those that no record names and that may
 * be removed.
 *
 * @param <R> class of a record
 */
public final class ScopedUnlistedObjects<R> implements SearchedObjects {

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

    /** How many objects that the caller may view are within the scope, named or not. */
    public long inScope(ReadContext context) {
        return new VisibleObjects<>(source, new ComparedContext(context), scope).count();
    }

    @Override
    public VisibleObjects.Page<R> visible(ReadContext context, String after, int limit) {
        return new VisibleObjects<>(source, new ComparedContext(context), scope).page(after, limit);
    }

    @Override
    public List<String> unlisted(JobLedger ledger, List<String> ids) {
        return named.without(ledger, ids);
    }

    /** Reads objects that no record names. Those that must not be removed, or have left the scope, are missing. */
    public List<Unlisted> removable(ReadContext context, JobLedger ledger, List<String> unlisted) {
        ComparedContext reading = new ComparedContext(context);
        Set<String> inScope = source.select(reading, scope, unlisted);
        List<String> ids = new ArrayList<>(unlisted);
        ids.removeIf(id -> !inScope.contains(id));
        Map<String, R> records = ids.isEmpty() ? Map.of() : source.load(reading, scope, ids);
        ids.removeIf(id -> !records.containsKey(id));
        if (ids.isEmpty()) {
            return List.of();
        }
        Protection protection = new Protection(reading);
        Set<String> kept = new HashSet<>(protection.among(source, ids));
        Map<String, Set<String>> below = protection.below(source, ids);
        Set<String> allBelow = all(below.values());
        Set<String> namedBelow = new HashSet<>(allBelow);
        named.without(ledger, List.copyOf(allBelow)).forEach(namedBelow::remove);
        List<Unlisted> removable = new ArrayList<>();
        for (String id : ids) {
            boolean mayGo = !kept.contains(id)
                    && below.getOrDefault(id, Set.of()).stream().noneMatch(namedBelow::contains);
            R record = mayGo ? source.within(reading, scope, records.get(id)) : null;
            if (record != null) {
                removable.add(new Unlisted(id, json(record)));
            }
        }
        return removable;
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
