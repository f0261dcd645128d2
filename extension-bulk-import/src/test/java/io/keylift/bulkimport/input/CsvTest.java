// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.LIMITS;
import static io.keylift.bulkimport.input.Bodies.allocatedBy;
import static io.keylift.bulkimport.input.Bodies.body;
import static io.keylift.bulkimport.input.Bodies.concat;
import static io.keylift.bulkimport.input.Bodies.outcomes;
import static io.keylift.bulkimport.input.InputFormat.CSV;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    private static final InputLimits TEN_BYTES = new InputLimits(10, 100, 20);

    @Test
    void eachRowIsARecordOfStrings() throws IOException {
        assertThat(outcomes(CSV, "\uFEFFname, enabled ,age\r\nann,true,12\r\nb o b, x ,\n"))
                .containsExactly(
                        "1:{\"name\":\"ann\",\"enabled\":\"true\",\"age\":\"12\"}",
                        "2:{\"name\":\"b o b\",\"enabled\":\" x \"}");
    }

    @Test
    void theLastRowMayLackItsEnd() throws IOException {
        assertThat(outcomes(CSV, "a\n1\n2")).containsExactly("1:{\"a\":\"1\"}", "2:{\"a\":\"2\"}");
        assertThat(outcomes(CSV, "a\n1\n\"2\"")).containsExactly("1:{\"a\":\"1\"}", "2:{\"a\":\"2\"}");
        assertThat(outcomes(CSV, "a,b\n1,")).containsExactly("1:{\"a\":\"1\"}");
    }

    @Test
    void aHeaderAloneHasNoRecords() throws IOException {
        assertThat(outcomes(CSV, "a,b")).isEmpty();
    }

    @Test
    void blankLinesAreSkippedAndNotCounted() throws IOException {
        assertThat(outcomes(CSV, "\r\n\na\n\n1\n \t\r\n\n2\n")).containsExactly("1:{\"a\":\"1\"}", "2:{\"a\":\"2\"}");
    }

    @Test
    void eachRecordKnowsTheLineOfTheFileWhereItBegins() throws IOException {
        String body = "\n\uFEFFa,b\r\n".substring(1) + "1,2\n\n\"3\n\r\n\",4\n1,2,3\n5,\"\"\n\"6\n\",7\n";
        List<Long> lines = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        try (RecordReader reader = CSV.open(body(body), false, LIMITS)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                lines.add(record.fileLine());
                numbers.add(record.line());
            }
        }

        assertThat(lines).containsExactly(2L, 4L, 7L, 8L, 9L);
        assertThat(numbers).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"username\rcr1\r", "a,b\r1,2\r", "a\r", "a\r1\n2\n"})
    void aHeaderThatEndsWithACarriageReturnIsRefused(String body) {
        assertThatThrownBy(() -> CSV.open(body(body + "\r"), false, LIMITS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("carriage return");
    }

    @Test
    void quotedCellsHoldCommasQuotesAndLineEnds() throws IOException {
        assertThat(outcomes(CSV, "a,\"b\"\n\"x,\"\"y\"\"\",\"1\r\n2\n\"\n,\"\"\"\"\n"))
                .containsExactly("1:{\"a\":\"x,\\\"y\\\"\",\"b\":\"1\\r\\n2\\n\"}", "2:{\"b\":\"\\\"\"}");
    }

    @Test
    void anEmptyCellIsAnAbsentField() throws IOException {
        assertThat(outcomes(CSV, "a,b.c,b.d,e[],f.0.g\n,,,,\n\"\",,1,,\n"))
                .containsExactly("1:{}", "2:{\"b\":{\"d\":\"1\"}}");
    }

    @Test
    void whateverACellHoldsTheJsonIsWellFormed() throws IOException {
        StringBuilder cell = new StringBuilder("\"\"\\/\u2028\uD83D\uDE00äß中");
        for (char c = 0; c < 0x20; c++) {
            cell.append(c);
        }
        String json = outcomes(CSV, "a\n\"" + cell + "\"").get(0).substring(2);
        assertThat(new ObjectMapper().readTree(json).get("a").textValue())
                .isEqualTo(cell.toString().replace("\"\"", "\""));
    }

    @Test
    void aRowWithAnotherNumberOfCellsIsAFault() throws IOException {
        assertThat(outcomes(CSV, "a,b\n1\n1,2,3\n1,2\n,,,\n"))
                .containsExactly("1!column_count", "2!column_count", "3:{\"a\":\"1\",\"b\":\"2\"}", "4!column_count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"y,1", "x\"y,1", " \"x\",1", "x,\"y\" ", "x,y\"", "\"x\"y\"z,1"})
    void aQuoteOutOfPlaceSpoilsItsRowOnly(String row) throws IOException {
        assertThat(outcomes(CSV, "a,b\n" + row + "\n1,2\n"))
                .containsExactly("1!malformed_csv", "2:{\"a\":\"1\",\"b\":\"2\"}");
    }

    @Test
    void aQuoteThatIsNeverClosedIsAFault() throws IOException {
        assertThat(outcomes(CSV, "a\n1\n\"2\n3\n"))
                .containsExactly("1:{\"a\":\"1\"}", "2!malformed_csv", "!unclosed_quote");
    }

    @Test
    void aFaultTellsTheLinesOfTheFileThatAreReadAsOneRecord() throws IOException {
        assertThat(messages("a,b\n1,2\n\"3,4\n5,6\n7,8\n")).containsExactly("", """
                A quote in line 3 of the file is not closed: everything up to the end, in line 5, is read as one\
                 record. Close the quote.""");
        assertThat(messages("a,b\n\"3,4\n5,\"\"6\n7\",8,9\n")).containsExactly("""
                Lines 2 to 4 of the file are read as one record, which has 3 cells, but the header has 2. Put a cell\
                 with commas, quotes or line ends in quotes.""");
        assertThat(messages("a,b\n\"3,4\n5,\"6\n")).containsExactly("""
                Lines 2 to 3 of the file are read as one record, in which a quote is not closed or is inside an\
                 unquoted cell. Put a cell with quotes, commas or line ends in quotes, and double its quotes.""");
    }

    @Test
    void afterARecordThatIsTooLongTheFileGoesOnAtTheNextLine() throws IOException {
        assertThat(outcomes(CSV, "a,b\n\"345,678\n90,12\n34,56\n78,90\n", TEN_BYTES))
                .containsExactly("1!record_too_long", "2:{\"a\":\"34\",\"b\":\"56\"}", "3:{\"a\":\"78\",\"b\":\"90\"}");
        try (RecordReader reader = CSV.open(body("a,b\n\"345,678\n90,12\n34,56\n"), false, TEN_BYTES)) {
            assertThat(reader.next().fault().message()).isEqualTo("""
                    Lines 2 to 3 of the file are read as one record, which is longer than 10 bytes. Close the quote\
                     that is open at the end of line 2.""");
            assertThat(reader.next().fileLine()).isEqualTo(4);
        }
    }

    private static List<String> messages(String text) throws IOException {
        List<String> messages = new ArrayList<>();
        try (RecordReader reader = CSV.open(body(text), false, LIMITS)) {
            for (InputRecord record = reader.next(); record != null; record = reader.next()) {
                messages.add(record.fault() == null ? "" : record.fault().message());
            }
        } catch (InputException e) {
            assertThat(e.code()).isEqualTo("unclosed_quote");
            assertThat(e).hasMessage(messages.get(messages.size() - 1));
        }
        return messages;
    }

    @Test
    void anEndlessQuoteIsNotStored() throws Throwable {
        InputLimits limits = new InputLimits(1 << 16, 100, 64 << 20);
        InputStream endless = Bodies.repeating("a\n1\n\"", "x,", Long.MAX_VALUE);
        assertThat(allocatedBy(() -> assertThat(outcomes(CSV, endless, false, limits))
                        .containsExactly("1:{\"a\":\"1\"}", "!record_endless")))
                .isLessThan(8 << 20);
    }

    @Test
    void aRowOfExactlyTheLimitPassesAndOneMoreByteDoesNot() throws IOException {
        assertThat(outcomes(CSV, "a\n1234567890\r\n\"345678\n0\"\n12345678901\n\"345678\n01\"\n1\n", TEN_BYTES))
                .containsExactly(
                        "1:{\"a\":\"1234567890\"}",
                        "2:{\"a\":\"345678\\n0\"}",
                        "3!record_too_long",
                        "4!record_too_long",
                        "5:{\"a\":\"1\"}");
    }

    @Test
    void bytesThatAreNotUtf8SpoilTheirRowOnly() throws IOException {
        for (byte[] bad : List.of(
                new byte[] {(byte) 0xe4}, // ä in Latin-1
                new byte[] {(byte) 0xc0, (byte) 0x80}, // overlong
                new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, // half a surrogate pair
                new byte[] {(byte) 0xf0, (byte) 0x9f, (byte) 0x98})) { // cut off
            byte[] body = concat("a\n1\nx".getBytes(), bad, "\nä\n".getBytes(StandardCharsets.UTF_8));
            assertThat(outcomes(CSV, new ByteArrayInputStream(body), false, Bodies.LIMITS))
                    .containsExactly("1:{\"a\":\"1\"}", "2!malformed_utf8", "3:{\"a\":\"ä\"}");
        }
    }

    @Test
    void aRowOfAMillionCommasIsOneFault() throws IOException {
        assertThat(outcomes(CSV, "a\n" + ",".repeat(1_000_000) + "\n1"))
                .containsExactly("1!column_count", "2:{\"a\":\"1\"}");
    }
}
