// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.EndpointStatement;
import io.keylift.metrics.recent.Interval;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.StatementFigures;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The statements of the requests of the last minutes, of all realms.
 *
 * @param from beginning of the time in which the requests ended, ISO 8601
 * @param to end of the time in which the requests ended, ISO 8601
 * @param unit unit of all times
 * @param sort order of the statements
 * @param statementCount number of statements, including those on other pages
 * @param statements statements of this page
 */
record StatementsRepresentation(
        String from,
        String to,
        String unit,
        String sort,
        int statementCount,
        List<StatementRepresentation> statements) {

    static StatementsRepresentation of(RecentWork work, StatementsQuery query) {
        Comparator<Map.Entry<EndpointStatement, StatementFigures>> mostFirst =
                Comparator.comparingLong(entry -> -query.order().of(entry.getValue()));
        List<Map.Entry<EndpointStatement, StatementFigures>> wanted = work.statements().entrySet().stream()
                .filter(entry -> query.isOf(entry.getKey().endpoint()))
                .filter(entry -> !query.onlyRepeated() || StatementRepresentation.isRepeated(entry.getValue()))
                .sorted(mostFirst
                        .thenComparing(entry -> entry.getKey().endpoint().uri())
                        .thenComparing(entry -> entry.getKey().endpoint().method())
                        .thenComparing(entry -> entry.getKey().statement().fingerprint()))
                .toList();
        Interval interval = work.interval();
        return new StatementsRepresentation(
                interval.from().toString(),
                interval.to().toString(),
                "seconds",
                query.order().label(),
                wanted.size(),
                wanted.stream()
                        .skip(query.first())
                        .limit(query.max())
                        .map(entry -> StatementRepresentation.of(entry.getKey(), entry.getValue()))
                        .toList());
    }
}
