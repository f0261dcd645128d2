// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.outcomes;
import static io.keylift.bulkimport.input.InputFormat.CSV;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvHeaderTest {

    private static String json(String header, String row) throws IOException {
        assertThat(outcomes(CSV, header + "\n" + row))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("1:");
        return outcomes(CSV, header + "\n" + row).get(0).substring(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '\'', textBlock = """
            username;email           ! separated by semicolons. Separate cells with commas
            "user_id";"name, first"  ! separated by semicolons
            "user_id";"email"        ! separated by semicolons
            usernameTABemail         ! separated by tabs
            username|email           ! separated by vertical bars
            sep=,                    ! begins with `sep=`, which only spreadsheets read. Remove the line
            sep=;                    ! begins with `sep=`
            user,iris,,true          ! Column 3 of the header row has an empty name or an empty part of a name.
            iris,iris                ! Columns 1 and 2 conflict: they have the same name, or one is a part of the
            [                        ! The body is JSON. Send
            {"username":"iris"}      ! an array as `application/json`
            user,"iris"x             ! A quote in the header row is not closed or is inside an unquoted name. Put
            """)
    void aHeaderThatCannotBeReadSaysWhatToDo(String header, String message) {
        assertThatThrownBy(() -> CSV.open(Bodies.body(header.replace("TAB", "\t") + "\na,b\n"), false, Bodies.LIMITS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void dotsNestObjects() throws IOException {
        assertThat(json("a.b.c,d,a.b.e,a.f", "1,2,3,4"))
                .isEqualTo("{\"a\":{\"b\":{\"c\":\"1\",\"e\":\"3\"},\"f\":\"4\"},\"d\":\"2\"}");
    }

    @Test
    void aNumberIsAnIndexOfAList() throws IOException {
        assertThat(json("c.1.v,c.0.type,c.0.value,m.0.1,m.0.0,n.0", "x,password,secret,b,a,z"))
                .isEqualTo("{\"c\":[{\"type\":\"password\",\"value\":\"secret\"},{\"v\":\"x\"}],"
                        + "\"m\":[[\"a\",\"b\"]],\"n\":[\"z\"]}");
    }

    @Test
    void anItemWithoutAValueIsLeftOutOfItsList() throws IOException {
        assertThat(json("c.0.a,c.1.a,c.7.a", ",x,y")).isEqualTo("{\"c\":[{\"a\":\"x\"},{\"a\":\"y\"}]}");
    }

    @Test
    void bracketsMakeAListOfOneCell() throws IOException {
        assertThat(json("roles[],attributes.phone[],c.0.x[]", "a|b c| d,1,|"))
                .isEqualTo("{\"roles\":[\"a\",\"b c\",\" d\"],\"attributes\":{\"phone\":[\"1\"]},"
                        + "\"c\":[{\"x\":[\"\",\"\"]}]}");
    }

    @Test
    void aBackslashInAListCellEscapesBarsAndBackslashes() throws IOException {
        assertThat(json("a[]", "x\\|y|\\\\|z\\\\\\|w")).isEqualTo("{\"a\":[\"x|y\",\"\\\\\",\"z\\\\|w\"]}");
        assertThat(json("a[]", "CORP\\ann|\\")).isEqualTo("{\"a\":[\"CORP\\\\ann\",\"\\\\\"]}");
        assertThat(json("a", "x\\|y|z")).isEqualTo("{\"a\":\"x\\\\|y|z\"}");
    }

    @Test
    void aBackslashAtTheEndOfAListCellDoesNotSeeThePreviousRow() throws IOException {
        assertThat(outcomes(CSV, "a[]\ny|z\n\\\n")).containsExactly("1:{\"a\":[\"y\",\"z\"]}", "2:{\"a\":[\"\\\\\"]}");
    }

    @Test
    void aBackslashInANameTakesWhatFollowsAsItIs() throws IOException {
        assertThat(json("a\\.b,c.d\\.e.f,\\1,g.\\2,h\\[],i\\\\[],k\\\\", "1,2,3,4,5,6,7"))
                .isEqualTo("{\"a.b\":\"1\",\"c\":{\"d.e\":{\"f\":\"2\"}},\"1\":\"3\",\"g\":{\"2\":\"4\"},"
                        + "\"h[]\":\"5\",\"i\\\\\":[\"6\"],\"k\\\\\":\"7\"}");
    }

    @Test
    void namesAreTrimmedAndMayBeQuoted() throws IOException {
        assertThat(json(" a ,\" b,\"\"c\",\"d\ne\"", "1,2,3"))
                .isEqualTo("{\"a\":\"1\",\"b,\\\"c\":\"2\",\"d\\ne\":\"3\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n",
                "a,a",
                "a,b, a",
                "a,",
                "a,,b",
                "\"\"",
                "a,a.b",
                "a.b,a",
                "a.b,a.b.c.d",
                "a.b.c.d,a.b",
                "a,a[]",
                "a[],a",
                "a[],a.0",
                "a.0,a[]",
                "a.0,a.b",
                "a.b,a.0",
                "a.0,a.00",
                "a\\.b,a\\.b",
                ".a",
                "a.",
                "a..b",
                "[]",
                "a.[]",
                "a[].b",
                "a[]b",
                "a[][]",
                "0",
                "0.a",
                "a\\",
                "a\"b",
                "\"a"
            })
    void malformedHeadersAreRefusedBeforeTheFirstRecord(String header) {
        assertThatThrownBy(() -> CSV.open(Bodies.body(header), false, Bodies.LIMITS))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo("malformed_header"));
    }

    @Test
    void theMessageNamesColumnsByNumberBecauseAFirstRowThatIsNoHeaderMayHoldSecrets() {
        assertThatThrownBy(() -> CSV.open(Bodies.body("x,hunter2,y,hunter2"), false, Bodies.LIMITS))
                .hasMessageContaining("Columns 2 and 4")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aHeaderThatIsNotUtf8IsRefused() {
        byte[] latin1 = {'a', ',', (byte) 0xe4, '\n'};
        assertThatThrownBy(() -> CSV.open(new ByteArrayInputStream(latin1), false, Bodies.LIMITS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void aHeaderHasItsLimits() throws IOException {
        assertThat(outcomes(CSV, "abc,defghij\n1,2\n", new InputLimits(10, 100, 1000)))
                .containsExactly("!malformed_header");
        assertThat(outcomes(CSV, "a" + ".a".repeat(31) + "\n")).isEmpty();
        assertThat(outcomes(CSV, "a" + ".a".repeat(32) + "\n")).containsExactly("!malformed_header");
        assertThat(outcomes(CSV, columns(10_000))).isEmpty();
        assertThat(outcomes(CSV, columns(10_001))).containsExactly("!malformed_header");
    }

    private static String columns(int count) {
        StringBuilder header = new StringBuilder("c");
        for (int i = 1; i < count; i++) {
            header.append(",c").append(i);
        }
        return header.toString();
    }
}
