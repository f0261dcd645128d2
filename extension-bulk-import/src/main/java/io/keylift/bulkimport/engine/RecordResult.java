// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Keys;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.List;

/**
 * Result of one record.
 *
 * @param id id of the object that the record describes, or {@code null}
 * @param reject why it was rejected, or {@code null}
 * @param differences JSON pointers to parts that a verification found different
 * @param notCompared JSON pointers to parts that a verification could not compare
 * @param warnings warnings about the record and its dropped parts
 */
public record RecordResult(
        long line,
        String key,
        Outcome outcome,
        String id,
        Reject reject,
        List<String> differences,
        List<String> notCompared,
        List<Warning> warnings) {

    static RecordResult of(Item<?> item) {
        return new RecordResult(
                item.line(),
                Keys.shown(item.key()),
                item.outcome(),
                item.id(),
                item.reject(),
                item.result().differences(),
                item.result().notCompared(),
                warnings(item));
    }

    private static List<Warning> warnings(Item<?> item) {
        if (item.warning() == null) {
            return item.leftOut();
        }
        List<Warning> warnings = new ArrayList<>(item.leftOut());
        warnings.add(item.warning());
        return warnings;
    }
}
