// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Original records beside their rejects, and corrected ones. */
class OriginalsTest {

    @TempDir
    private Path folder;

    private Input file(String name, String text) throws IOException {
        return FileInput.of(Files.writeString(folder.resolve(name), text), null);
    }

    @Test
    void aRecordIsFoundByTheNumberOfItsLine() throws IOException {
        try (Originals originals = Originals.of(file("a.ndjson", "{\"a\":1}\n\n{\"a\":3}\nfour"))) {
            assertThat(originals.text(1, 0)).isEqualTo("{\"a\":1}");
            assertThat(originals.text(3, 0)).isEqualTo("{\"a\":3}");
            assertThat(originals.text(3, 0)).isEqualTo("{\"a\":3}");
            assertThat(originals.text(4, 0)).isEqualTo("four");
            assertThat(originals.text(5, 0)).isNull();
        }
    }

    @Test
    void aRecordIsFoundByTheNumberOfItsElementOverSeveralArrays() throws IOException {
        Input input = file("a.json", "[{\"a\":[{\"b\":1}]},\n 2, [3]]\n[{\"a\":1.10000000000000000000001}]");

        assertThat(input.format()).isEqualTo(Format.JSON);
        try (Originals originals = Originals.of(input)) {
            assertThat(originals.text(1, 0)).isEqualTo("{\"a\":[{\"b\":1}]}");
            assertThat(originals.text(3, 0)).isEqualTo("[3]");
            assertThat(originals.text(4, 0)).isEqualTo("{\"a\":1.10000000000000000000001}");
            assertThat(originals.text(5, 0)).isNull();
        }
    }

    @Test
    void aCompressedFileIsReadWithoutItsCompression() throws IOException {
        Path file = folder.resolve("a.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"a\":1}\n".getBytes(StandardCharsets.UTF_8));
        }
        Input input = FileInput.of(file, null);

        assertThat(input.isCompressed()).isTrue();
        assertThat(input.format()).isEqualTo(Format.NDJSON);
        try (Originals originals = Originals.of(input)) {
            assertThat(originals.text(1, 0)).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void aLineThatIsTooLongToBeShownHidesNoLaterOne() throws IOException {
        String longer = "x".repeat((1 << 24) + 70_000);

        try (Originals originals = Originals.of(file("a.ndjson", "{\"a\":1}\n" + longer + "\n{\"a\":3}"))) {
            assertThat(originals.text(2, 0)).isNull();
            assertThat(originals.text(3, 0)).isEqualTo("{\"a\":3}");
            assertThat(originals.text(4, 0)).isNull();
        }
    }

    @Test
    void aRowIsFoundByTheLineWhereItBegins() throws IOException {
        Input input = file("a.csv", CSV);

        try (Originals originals = Originals.of(input)) {
            assertThat(originals.text(1, 3)).isEqualTo("{\"username\":\"jo\",\"realmRoles[]\":\"a|b\"}");
            assertThat(originals.text(2, 4)).isEqualTo("{\"username\":\"a\\nl\",\"realmRoles[]\":\"\\\"c\\\"\"}");
            assertThat(originals.text(3, 6))
                    .as("its quote is open up to the end")
                    .isEqualTo("bo,\"d");
            assertThat(originals.text(4, 7)).as("a cell too many").isEqualTo("cy,e,f");
            assertThat(originals.text(5, 8)).isEqualTo("{\"username\":\"di\",\"realmRoles[]\":\"\"}");
            assertThat(originals.text(6, 9)).isNull();
        }
    }

    private static final String CSV =
            "\uFEFFusername,realmRoles[]\r\n\r\njo,a|b\r\n\"a\nl\",\"\"\"c\"\"\"\nbo,\"d\ncy,e,f\ndi,\n";

    @Test
    void correctedRowsAreSentBelowTheirHeader() throws IOException {
        Input rejects = file(
                "rejects.ndjson",
                "{\"line\":1,\"cells\":{\"username\":\"jo\",\"realmRoles[]\":\"a|b\"}}\n"
                        + "{\"line\":2,\"cells\":{\"realmRoles[]\":\"\\\"c\\\"\",\"username\":\"a\\nl\"}}\n");
        CorrectedInput corrected = CorrectedInput.of(rejects);

        assertThat(corrected.format()).isEqualTo(Format.CSV);
        try (InputStream in = corrected.open()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("username,realmRoles[]\njo,a|b\n\"a\nl\",\"\"\"c\"\"\"\n");
        }
    }

    @Test
    void correctedRowsWithOtherColumnsAreRefused() throws IOException {
        Input rejects = file("rejects.ndjson", "{\"cells\":{\"username\":\"jo\"}}\n{\"cells\":{\"name\":\"al\"}}\n");

        assertThatThrownBy(() -> CorrectedInput.of(rejects).open().readAllBytes())
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("Line 2");
    }

    @Test
    void correctedRecordsAreSentWithoutTheirErrors() throws IOException {
        Input rejects = file(
                "rejects.ndjson",
                "{\"line\":7,\"code\":\"exists\",\"record\":{\"username\":\"jo\",\"n\":1.50}}\n"
                        + "{\"line\":9,\"code\":\"invalid\",\"record\":{\"username\":\"al\"}}\n");

        try (InputStream in = CorrectedInput.of(rejects).open()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"username\":\"jo\",\"n\":1.50}\n{\"username\":\"al\"}\n");
        }
    }

    @Test
    void aRejectWithoutARecordIsNamedByItsLine() throws IOException {
        Input rejects = file("rejects.ndjson", "{\"line\":7,\"code\":\"malformed\",\"text\":\"{secret\"}\n");

        assertThatThrownBy(() -> CorrectedInput.of(rejects).open().readAllBytes())
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("Line 1")
                .hasMessageNotContaining("secret");
    }
}
