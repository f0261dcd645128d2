// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Finding;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.RecordWarning;
import io.keylift.bulkimport.job.Removal;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** The lines of the ledger about a record that is written, removed or compared. */
final class Report {

    private Report() {}

    /**
     * @param pass the pass in which the record was processed
     * @param isVerification whether the record was compared instead of written
     */
    static List<ReportLine> of(Item<?> item, Chunk.Pass pass, boolean isVerification) {
        if (item.isRejected()) {
            return List.of(item.reject());
        }
        if (pass == Chunk.Pass.EXTRA) {
            return List.of(new Removal(item.subject()));
        }
        return isVerification ? findings(item) : warning(item);
    }

    /** Findings of a verification; none if the record equals the object of the realm. */
    private static List<ReportLine> findings(Item<?> item) {
        if (item.outcome() == Outcome.ADDED) {
            return List.of(new Finding(item.subject(), Finding.Type.ABSENT, ""));
        }
        return item.result().differences().stream()
                .<ReportLine>map(pointer -> new Finding(item.subject(), Finding.Type.DIFFERENT, pointer))
                .toList();
    }

    private static List<ReportLine> warning(Item<?> item) {
        Warning warning = item.warning();
        return warning == null ? List.of() : List.of(new RecordWarning(item.subject(), warning));
    }
}
