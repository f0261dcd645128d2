// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            select u1_0.ID from USER_ENTITY u1_0 where u1_0.ID=? | select u1_0.ID from USER_ENTITY u1_0 where u1_0.ID=?
            select a from t where b='secret'                     | select a from t where b=?
            select a from t where b='it''s' and c='x'            | select a from t where b=? and c=?
            select a from t where b='it\\'s secret'              | select a from t where b=?
            select a from t where b='secret                      | select a from t where b=?
            select $tag$secret$tag$, $$secret$$                  | select ?,...
            select a /* secret */ from t -- secret               | select a from t
            select a from t2 where b>=10.5 and c=1e5             | select a from t2 where b>=? and c=?
            select a   from    t                                 | select a from t
            select a from t where b in (?,?,?)                   | select a from t where b in (?,...)
            select a from t where b in (?, ?)                    | select a from t where b in (?,...)
            select a from t where b in ('x', 2)                  | select a from t where b in (?,...)
            insert into t (a,b) values (?,?),(?,?),(?,?)         | insert into t (a,b) values (?,...),...
            select "Name1" from t                                | select "Name1" from t
            """)
    void valuesAreNoPartOfTheText(String sql, String text) {
        assertThat(StatementText.of(sql)).isEqualTo(text);
    }

    @Test
    void aListOfValuesHasOneTextWhateverItsLength() {
        assertThat(StatementText.of("select a from t where b in (" + "?,".repeat(1000) + "?)"))
                .isEqualTo(StatementText.of("select a from t where b in (?,?)"));
    }

    @Test
    void aLongTextIsCut() {
        assertThat(StatementText.of("select " + "a".repeat(10_000))).hasSize(2000);
    }
}
