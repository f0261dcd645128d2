// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A report tells each value of the input that does not go into the records. */
class LeftOutTest {

    private static final String RECORD = "{\"login\":\"a\",\"age\":7,\"none\":null,\"empty\":[],"
            + "\"names\":{\"first\":\"A\",\"second\":\"B\"},\"data\":{\"x\":1,\"y\":{\"z\":2}},"
            + "\"list\":[{\"id\":1,\"kind\":\"k\"},{\"id\":2}]}\n";

    @Test
    void fieldsThatTheProgramDoesNotLookAtAreCountedByPath() throws IOException {
        Conversions conversion = Conversions.of(
                RECORD + RECORD,
                "module {\"leftOut\": {\"/age\": \"nobody asks\"}}; {username: .login, firstName: .names.first, "
                        + "attributes: (.data | map_values(texts)), ids: [.list[].id]}");

        assertThat(conversion.report().leftOut().stream().map(LeftOutTest::text))
                .containsExactlyInAnyOrder(
                        "/age 2 nobody asks",
                        "/names/second 2 the mapping does not read it",
                        "/list/*/kind 2 the mapping does not read it");
    }

    @Test
    void valuesCarriedAsAWholeAreNotLeftOut() throws IOException {
        Conversions conversion =
                Conversions.of(RECORD, "{username: .login, all: .names, text: (.data | tojson), list, age}");

        assertThat(conversion.report().leftOut()).isEmpty();
    }

    @Test
    void theRestDoesNotLookAtWhatItLeavesOut() throws IOException {
        Conversions conversion = Conversions.of(
                RECORD, "{username: .login, attributes: (rest([\"login\", \"age\"]) | map_values(texts))}");

        assertThat(conversion.report().leftOut().stream().map(LeftOutTest::text))
                .containsExactly("/age 1 the mapping does not read it");
    }

    @Test
    void theProgramCanSayWhy() throws IOException {
        Conversions conversion = Conversions.of(
                RECORD + RECORD, "({username: .login} + rest([])), {leftOut: \"/age\", reason: \"too old\"}");

        assertThat(conversion.report().leftOut().stream().map(LeftOutTest::text))
                .containsExactly("/age 2 too old");
        assertThat(conversion.report().written()).containsEntry("users", 2L);
    }

    @Test
    void recordsThatGiveNothingAreCountedByFile() throws IOException {
        Conversions conversion = Conversions.of(RECORD + RECORD, "select(.login == \"b\")");

        assertThat(conversion.report().without()).containsEntry("input", 2L);
        assertThat(conversion.report().leftOut()).isEmpty();
    }

    private static String text(LeftOut leftOut) {
        return leftOut.path() + " " + leftOut.values() + " " + leftOut.reason();
    }
}
