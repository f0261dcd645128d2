// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StatementsTest {

    /** The first 16 digits that sha256sum prints for the text without its value. */
    private static final String FINGERPRINT = "b1265cf988cfb252";

    private final Statements statements = new Statements();

    @Test
    void aStatementIsTheSameWhateverItsValues() {
        Statement one = statements.of("select a from t where b=1");

        assertThat(statements.of("select a from t where b=2")).isSameAs(one);
        assertThat(statements.of("select a from u where b=1")).isNotSameAs(one);
    }

    /** The fingerprint must be equal on other nodes, and after an upgrade. */
    @Test
    void aFingerprintDependsOnTheTextAlone() {
        assertThat(statements.of("select a from t where b=1").fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    void statementsBeyondTheLimitAreOne() {
        Set<Statement> all = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(statements.of("select a from t where b" + i + "=?"));
        }

        assertThat(all).hasSize(Statements.MOST + 1).contains(Statement.OTHER);
        assertThat(statements.of("select a from t where b0=?").text()).isEqualTo("select a from t where b0=?");
    }

    @Test
    void anUnknownTextIsOfTheOthers() {
        assertThat(statements.of(null)).isSameAs(Statement.OTHER);
    }
}
