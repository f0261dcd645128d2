// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.metrics.recent.EndpointStatement;
import io.keylift.metrics.recent.Limits;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.Requests;
import io.keylift.metrics.request.ExampleStatements;
import io.keylift.metrics.request.Statement;
import io.keylift.metrics.request.StatementUse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StatementsRepresentationTest {

    private static final Statement ROLE = ExampleStatements.of("select r from role where id=?");
    private static final Statement USER = ExampleStatements.of("select u from users where id=?");
    private static final long MILLI = 1_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final RecentWork work =
            new RecentWork(new Limits(Duration.ofMinutes(5), 2000, 50, 3), clock::get, () -> {});

    @Test
    void figuresAddUpByEndpointAndStatement() {
        ended("/users", use(ROLE, 1, MILLI), use(USER, 12, 6 * MILLI));
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        ended("/users", use(USER, 8, 4 * MILLI));
        ended("/roles", use(ROLE, 3, MILLI));

        assertThat(shown(Map.of()))
                .extracting(
                        StatementRepresentation::uri,
                        StatementRepresentation::statement,
                        StatementRepresentation::requests,
                        StatementRepresentation::count,
                        StatementRepresentation::total,
                        StatementRepresentation::mean,
                        StatementRepresentation::most)
                .containsExactly(
                        tuple("/users", USER.text(), 2L, 20L, 0.01, 0.0005, 12L),
                        tuple("/roles", ROLE.text(), 1L, 3L, 0.001, 0.001 / 3, 3L),
                        tuple("/users", ROLE.text(), 1L, 1L, 0.001, 0.001, 1L));
    }

    /** Ten in ten requests are none. */
    @Test
    void aStatementIsRepeatedIfOneRequestExecutesItManyTimes() {
        for (int i = 0; i < 10; i++) {
            ended("/users", use(ROLE, 9, MILLI), use(USER, i + 1, MILLI));
        }

        assertThat(shown(Map.of("repeated", "true")))
                .extracting(StatementRepresentation::statement)
                .containsExactly(USER.text());
        assertThat(shown(Map.of()))
                .extracting(StatementRepresentation::repeated)
                .containsExactlyInAnyOrder(true, false);
    }

    @Test
    void theQueryChoosesEndpointAndOrder() {
        ended("/users", use(ROLE, 1, 9 * MILLI), use(USER, 2, MILLI));
        ended("/roles", use(USER, 5, MILLI));

        assertThat(shown(Map.of("uri", "/users", "method", "GET", "sort", "count")))
                .extracting(StatementRepresentation::statement)
                .containsExactly(USER.text(), ROLE.text());
        assertThat(shown(Map.of("method", "POST"))).isEmpty();
        assertThat(shown(Map.of("sort", "most", "max", "1")))
                .extracting(StatementRepresentation::most)
                .containsExactly(5L);
        assertThat(shown(Map.of("first", "2"))).hasSize(1);
    }

    @Test
    void aRareSlowStatementIsFirstByItsMean() {
        ended("/users", use(USER, 10, 10 * MILLI), use(ROLE, 1, 9 * MILLI));

        assertThat(shown(Map.of("sort", "mean")))
                .extracting(StatementRepresentation::statement)
                .containsExactly(ROLE.text(), USER.text());
    }

    /** A count of zero rows ranks above an unknown count. */
    @Test
    void rowsAddUpWhereTheyAreCounted() {
        ended("/users", new StatementUse(ROLE, 1, MILLI, 20), new StatementUse(USER, 1, MILLI, 0));
        ended("/users", new StatementUse(ROLE, 1, MILLI, 5));
        ended("/roles", use(ROLE, 1, MILLI));

        assertThat(shown(Map.of("sort", "rows")))
                .extracting(StatementRepresentation::rows)
                .containsExactly(25L, 0L, null);
    }

    @Test
    void anUnknownValueIsRefused() {
        for (Map<String, String> query : List.of(
                Map.of("sort", "median"), Map.of("repeated", "yes"), Map.of("max", "0"), Map.of("realm", "acme"))) {
            assertThatThrownBy(() -> shown(query)).isInstanceOf(BadQueryException.class);
        }
    }

    @Test
    void statementsBeyondTheLimitAreOne() {
        for (int i = 0; i < 5; i++) {
            ended("/" + i, use(ROLE, 1, MILLI));
        }

        assertThat(work.statements()).hasSize(4);
        assertThat(work.statements().get(EndpointStatement.OTHER).count()).isEqualTo(2);
    }

    @Test
    void whatIsOutOfTheWindowIsGone() {
        ended("/users", use(ROLE, 1, MILLI));
        clock.addAndGet(TimeUnit.MINUTES.toNanos(7));
        assertThat(shown(Map.of())).isEmpty();
        ended("/users", use(USER, 1, MILLI));

        assertThat(shown(Map.of()))
                .extracting(StatementRepresentation::statement)
                .containsExactly(USER.text());
    }

    private static StatementUse use(Statement statement, long count, long nanos) {
        return new StatementUse(statement, count, nanos, StatementUse.NOT_COUNTED);
    }

    private void ended(String uri, StatementUse... uses) {
        work.requestEnded(Requests.executing(uri, uses));
    }

    private List<StatementRepresentation> shown(Map<String, String> query) {
        return StatementsRepresentation.of(work, StatementsQuery.of(query.keySet(), query::get))
                .statements();
    }
}
