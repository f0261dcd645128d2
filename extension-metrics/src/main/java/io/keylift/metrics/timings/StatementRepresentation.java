// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.recent.EndpointStatement;
import io.keylift.metrics.recent.StatementFigures;
import io.keylift.metrics.request.StatementUse;

/**
 * A statement of an endpoint. Times are in seconds.
 *
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 * @param grantType grant type of token requests; absent for all others
 * @param fingerprint 16 hexadecimal digits that depend only on the text
 * @param statement the text, with {@code ?} for values; {@code other} for all statements beyond the limit
 * @param requests number of requests that executed it
 * @param count number of executions; a batch counts once
 * @param total sum of the durations
 * @param mean mean of the durations
 * @param most highest number of executions in one request
 * @param rows number of rows that the executions returned or changed; absent if rows are not counted
 * @param repeated whether that number is so high that one statement for all rows would be better
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatementRepresentation(
        String uri,
        String method,
        String grantType,
        String fingerprint,
        String statement,
        long requests,
        long count,
        double total,
        double mean,
        long most,
        Long rows,
        boolean repeated) {

    /** Executions in one request from which on a statement counts as repeated. */
    static final int REPEATED = 10;

    static boolean isRepeated(StatementFigures figures) {
        return figures.most() >= REPEATED;
    }

    static StatementRepresentation of(EndpointStatement name, StatementFigures figures) {
        return new StatementRepresentation(
                name.endpoint().uri(),
                name.endpoint().method(),
                name.endpoint().grantType(),
                name.statement().fingerprint(),
                name.statement().text(),
                figures.requests(),
                figures.count(),
                figures.nanos() / 1e9,
                figures.nanos() / 1e9 / figures.count(),
                figures.most(),
                figures.rows() == StatementUse.NOT_COUNTED ? null : figures.rows(),
                isRepeated(figures));
    }
}
