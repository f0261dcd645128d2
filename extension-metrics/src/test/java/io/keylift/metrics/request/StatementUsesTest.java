// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementUsesTest {

    private final StatementUses uses = new StatementUses();

    @Test
    void executionsAddUpByStatement() {
        Statement one = new Statement("select a from t");
        Statement another = new Statement("select b from t");
        uses.add(one, 10);
        uses.add(another, 1);
        uses.add(one, 20);

        assertThat(uses.count()).isEqualTo(3);
        assertThat(uses.all()).containsExactlyInAnyOrder(use(one, 2, 30), use(another, 1, 1));
    }

    /** An import has statements without end. */
    @Test
    void statementsBeyondTheLimitAreOne() {
        for (int i = 0; i < 250; i++) {
            uses.add(new Statement("select " + i), 2);
        }

        assertThat(uses.count()).isEqualTo(250);
        assertThat(uses.all())
                .hasSize(StatementUses.MOST + 1)
                .contains(use(Statement.OTHER, 250 - StatementUses.MOST, 300));
    }

    /** The driver knows how many rows an execution has changed before Hibernate says that it has ended. */
    @Test
    void rowsAreThoseOfTheExecutions() {
        Statement one = new Statement("select a from t");
        Statement another = new Statement("update t set a=?");
        uses.addRows(another, 7);
        assertThat(uses.all()).isEmpty();
        uses.add(another, 1);
        uses.add(one, 10);
        uses.addRows(one, 0);
        uses.add(one, 10);
        uses.addRows(one, 3);
        uses.addRows(new Statement("without Hibernate"), 1);

        assertThat(uses.count()).isEqualTo(3);
        assertThat(uses.all())
                .containsExactlyInAnyOrder(new StatementUse(one, 2, 20, 3), new StatementUse(another, 1, 1, 7));
    }

    private static StatementUse use(Statement statement, long count, long nanos) {
        return new StatementUse(statement, count, nanos, StatementUse.NOT_COUNTED);
    }
}
