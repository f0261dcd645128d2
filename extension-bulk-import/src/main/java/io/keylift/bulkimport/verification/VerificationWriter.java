// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ItemResult;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Compares the records of a chunk. Writes nothing. */
final class VerificationWriter<R> implements ChunkWriter<R> {

    static final Selection ALL = new Selection(Map.of(), Set.of(), false);

    private final RecordSource<R> source;
    private final RecordComparison<R> comparison;
    private final ComparedContext context;

    /** Field of the key, if nothing else has checked that a record names an object. */
    private final String keyField;

    private List<String> ids;
    private Map<String, R> stored;

    VerificationWriter(
            RecordSource<R> source, RecordComparison<R> comparison, ComparedContext context, String keyField) {
        this.keyField = keyField;
        this.source = source;
        this.comparison = comparison;
        this.context = context;
    }

    @Override
    public void resolve(List<Item<R>> items) {
        ids = source.find(context, items.stream().map(Item::record).toList());
        Set<String> found = new HashSet<>(ids);
        found.removeIf(Objects::isNull);
        stored = source.load(context, ALL, found);
    }

    /** An object that the caller cannot view is missing, as in the Admin API. Some fields are not compared. */
    @Override
    public void write(List<Item<R>> items) {
        BinaryOperator<R> normalizer = source.normalizer(context);
        for (int i = 0; i < items.size(); i++) {
            Item<R> item = items.get(i);
            String id = ids.get(i);
            R there = id == null ? null : stored.get(id);
            if (id == null
                    && keyField != null
                    && (item.key() == null || item.key().isBlank())) {
                item.reject(RejectCode.MISSING, "/" + keyField, "The record has no key");
            } else if (id != null && context.isWithoutRecord(id)) {
                item.done(ItemResult.compared(id, List.of(), List.of("")));
            } else if (there == null) {
                item.done(Outcome.ADDED, null);
            } else {
                RecordComparison.Result result =
                        comparison.compare(normalizer.apply(item.record(), there), there, context.hiddenFields(id));
                item.done(ItemResult.compared(id, result.differences(), result.notCompared()));
            }
        }
    }
}
