// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.StatementUse;
import java.util.Map;
import java.util.function.Function;

/** Keeps figures of the statements of the last minutes by endpoint, for all realms together. */
final class RecentStatements {

    private final RecentMap<EndpointStatement, StatementUse, StatementFigures> figures;

    /** @param most maximum number of statements, counted once for each endpoint */
    RecentStatements(Slices slices, int most) {
        figures = new RecentMap<>(slices, most, any -> EndpointStatement.OTHER, StatementFigures::new);
    }

    /** Adds the statements of a request of this slice. */
    void add(RequestBreakdown request, long slice) {
        if (request.statementUses().isEmpty()) {
            return;
        }
        figures.sweep(slice, left -> {});
        EndpointName endpoint = EndpointName.of(request);
        for (StatementUse use : request.statementUses()) {
            figures.add(new EndpointStatement(endpoint, use.statement()), use, slice);
        }
    }

    /** Returns the figures of all statements. */
    Map<EndpointStatement, StatementFigures> all() {
        return figures.sums(any -> true, Function.identity());
    }
}
