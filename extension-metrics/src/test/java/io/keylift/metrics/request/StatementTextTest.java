// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A quote in a comment or in a name begins no literal, whatever the database. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select a /* it's */ from t where b='secret'",
                "select a -- it's\n from t where b='secret'",
                "select a # it's\n from t where b='secret'",
                "select a /* /* */ it's */ from t where b='secret'",
                "select 1--'a\nb', 'secret'",
                "select $$it's$$, 'secret'",
                "select $a$it's$a$, $$secret$$",
                "select $ä$it's$ä$, 'secret'",
                "select a$b$, $b$secret$b$",
                "select $1, 'secret', $2",
                "select '$$', 'secret', $$secret$$",
                "select '/*', 'secret' /* '*/, 'secret'",
                "select '--', 'secret' -- '\n, 'secret'",
                "select \"o'clock\" from t where b='secret'",
                "select `o'clock` from t where b='secret'",
                "select \"secret",
                "select 'a\\', 'secret'",
                "select 'a\\\\', 'secret'",
                "select '', 'secret'"
            })
    void noLiteralStaysBesideOtherQuotes(String sql) {
        assertThat(StatementText.of(sql)).startsWith("select").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a /* it's */ from t where b='x'   | select a from t where b=?
            select $$it's$$, a from t where b='x'    | select ?, a from t where b=?
            select "o'clock" from t where b='x'      | select "o'clock" from t where b=?
            select `o'clock` from t where b='x'      | select `o'clock` from t where b=?
            """)
    void whatFollowsAQuoteStays(String sql, String text) {
        assertThat(StatementText.of(sql)).isEqualTo(text);
    }

    @Test
    void aListOfValuesHasOneTextWhateverItsLength() {
        assertThat(StatementText.of("select a from t where b in (" + "?,".repeat(1000) + "?)"))
                .isEqualTo(StatementText.of("select a from t where b in (?,?)"));
    }

    /** Thousands of values or rows, as Keycloak sends them for a large composite role. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "?,",
                "? , ",
                "'x',",
                "'it''s',",
                "'it\\'s'",
                "(?,?),",
                "(?) ,",
                "1,",
                "a.b,",
                "$$x$$,",
                "$tag$,",
                "/* a */",
                "-- a\n",
                "(",
                ")",
                "'",
                "''",
                "\\'",
                "$",
                "/*",
                " ",
                "\n",
                "x",
                "😀'",
                "\"",
                "`",
                "#",
                "--",
                "*",
                "$a$ "
            })
    void noTextOverflowsTheStack(String repeated) throws InterruptedException {
        String sql = "select a from t where b in (" + repeated.repeat(100_000);
        AtomicReference<Object> result = new AtomicReference<>();
        // The stack of a thread that has already come a long way.
        Thread deep = new Thread(null, () -> result.set(attempt(sql)), "deep", 128 * 1024);
        deep.start();
        deep.join();

        assertThat(result.get()).asInstanceOf(InstanceOfAssertFactories.STRING).startsWith("select a from t");
    }

    private static Object attempt(String sql) {
        try {
            return StatementText.of(sql);
        } catch (StackOverflowError e) {
            return e;
        }
    }

    /** Wherever a long statement is cut, also within a literal and its escapes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'secret\\' secret'",
                "'secret''secret'",
                "$a$secret$a$",
                "$$secret$$",
                "/*secret*/",
                "--secret\n"
            })
    void noValueOfAStatementThatIsCutStays(String value) {
        for (int cut = 0; cut <= value.length(); cut++) {
            String sql = "select " + value.repeat(2_000);
            assertThat(StatementText.of(" ".repeat(cut) + sql))
                    .as("moved by %s", cut)
                    .doesNotContain("secret")
                    .hasSizeLessThanOrEqualTo(2_000);
        }
    }

    @Test
    void aLongTextIsCut() {
        assertThat(StatementText.of("select " + "a".repeat(10_000))).hasSize(2000);
    }
}
