// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs and programs that are made to do harm end the conversion, or a record, with a code. */
class HostileInputTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "now",
                "env",
                "input",
                "[inputs]",
                "debug",
                "input_line_number",
                "halt",
                "$ENV.HOME",
                "$__prog_args",
                "import \"a\" as a; .",
                "include \"a\"; .",
                "{} | nothing_like_that"
            })
    void programsHaveNoClockEnvironmentOrFurtherInput(String program) {
        assertThatThrownBy(() -> Conversions.of("{\"a\":1}", program))
                .isInstanceOfAny(ConversionFailure.class, FormatException.class)
                .satisfies(e -> assertThat(
                                e instanceof ConversionFailure failure ? failure.code() : ((FormatException) e).code())
                        .isIn("forbidden_function", "unknown_function", "malformed_mapping"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "def f: f; f",
                "def f: [f]; f",
                "[range(1e18)]",
                "reduce range(1e18) as $i (0; . + $i)",
                "[limit(1e9; range(1e18))]",
                "def a: (1, 2); reduce (a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a|a) as $x (0; .)"
            })
    void programsThatRunAwayAreEnded(String program) {
        assertThatThrownBy(() -> {
                    List<Input> inputs = List.of(Conversions.input("input", "{\"a\":1}"));
                    try (Conversion conversion =
                            Conversion.of(inputs, Mapping.of("mine", program), Settings.NONE, 0, 1)) {
                        conversion.writeTo(OutputStream.nullOutputStream());
                    }
                })
                .isInstanceOfSatisfying(
                        FormatException.class, e -> assertThat(e.code()).isEqualTo("mapping_runaway"));
    }

    @Test
    void aFailureOfTheProgramIsAProblemOfTheRecordWithoutItsValues() throws IOException {
        Conversions conversion = Conversions.of(
                "{\"a\":\"hunter2\"}\n{\"a\":{\"b\":1}}\n{\"a\":\"no\"}\n",
                "if .a == \"no\" then error(\"a is missing\") else {username: (.a | keys[0])} end");

        assertThat(conversion.records("users")).hasSize(1);
        assertThat(conversion.codes()).containsExactly("mapping_failed", "mapping_failed");
        assertThat(conversion.problems().get(0).message()).doesNotContain("hunter2");
        assertThat(conversion.problems().get(1).message()).contains("a is missing");
        assertThat(conversion.problems().get(1).origin().number()).isEqualTo(3);
    }

    @Test
    void anArchiveThatGrowsHundredsOfTimesIsRefused() throws IOException {
        String blanks = " ".repeat(1 << 20) + "\n";
        byte[] bomb = ReadersTest.gzip(("{}\n" + blanks.repeat(80)).getBytes(StandardCharsets.UTF_8));

        assertThat(bomb.length).isLessThan(200_000);
        assertThatThrownBy(() -> Conversions.of(bomb, "."))
                .isInstanceOfSatisfying(
                        ConversionFailure.class, e -> assertThat(e.code()).isEqualTo("archive_too_large"));
    }

    @Test
    void aLineWithoutAnEndTakesNoMemoryAndTheNextIsRead() throws IOException {
        byte[] head = "{\"a\":1}\n{\"a\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] tail = "\"}\n{\"a\":2}\n".getBytes(StandardCharsets.UTF_8);
        long middle = 3L * Nodes.LONGEST;
        Input input = Input.of("long", () -> new InputStream() {
            private long at;

            @Override
            public int read() {
                long now = at++;
                if (now < head.length) {
                    return head[(int) now];
                }
                long behind = now - head.length - middle;
                return behind < 0 ? 'x' : behind < tail.length ? tail[(int) behind] : -1;
            }
        });

        Conversions conversion = Conversions.of(List.of(input), Mapping.of("mine", "."), Settings.NONE);

        assertThat(conversion.codes()).containsExactly("record_too_long");
        assertThat(conversion.records("users").stream().map(Object::toString))
                .containsExactly("{\"a\":1}", "{\"a\":2}");
    }

    @Test
    void deepJsonIsAProblemOfItsLine() throws IOException {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}\n{\"a\":1}\n";

        Conversions conversion = Conversions.of("{\"a\":0}\n" + deep, ".");

        assertThat(conversion.codes()).containsExactly("malformed_json");
        assertThat(conversion.records("users")).hasSize(2);
    }
}
