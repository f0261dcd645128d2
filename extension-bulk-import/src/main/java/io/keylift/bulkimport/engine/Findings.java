// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** What a verification found, a mirror removed or an undo warns of, as the ledger stores it beside the rejects. */
final class Findings {

    private Findings() {}

    /** Findings of a record; none if it is equal to what the realm has. */
    static List<Reject> of(Item<?> item) {
        if (item.outcome() == Outcome.ADDED) {
            return List.of(finding(item, Reject.ABSENT, "", "The realm has nothing with the key of this record"));
        }
        return item.differences().stream()
                .map(pointer -> finding(item, Reject.DIFFERENT, pointer, "The realm has another value here"))
                .toList();
    }

    /** What a mirror tells of an object that it removed. */
    static Reject removed(Item<?> item) {
        return finding(item, Reject.REMOVED, "", "No record names this");
    }

    /** The warning about a record, if it has one. */
    static List<Reject> warning(Item<?> item) {
        Warning warning = item.warning();
        return warning == null ? List.of() : List.of(finding(item, warning.code(), "", warning.message()));
    }

    private static Reject finding(Item<?> item, String code, String pointer, String message) {
        return new Reject(item.line(), item.key(), code, pointer, message, item.fileLine(), item.kind());
    }
}
