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
            assertThat(originals.text(1)).isEqualTo("{\"a\":1}");
            assertThat(originals.text(3)).isEqualTo("{\"a\":3}");
            assertThat(originals.text(3)).isEqualTo("{\"a\":3}");
            assertThat(originals.text(4)).isEqualTo("four");
            assertThat(originals.text(5)).isNull();
        }
    }

    @Test
    void aRecordIsFoundByTheNumberOfItsElementOverSeveralArrays() throws IOException {
        Input input = file("a.json", "[{\"a\":[{\"b\":1}]},\n 2, [3]]\n[{\"a\":1.10000000000000000000001}]");

        assertThat(input.format()).isEqualTo(Format.JSON);
        try (Originals originals = Originals.of(input)) {
            assertThat(originals.text(1)).isEqualTo("{\"a\":[{\"b\":1}]}");
            assertThat(originals.text(3)).isEqualTo("[3]");
            assertThat(originals.text(4)).isEqualTo("{\"a\":1.10000000000000000000001}");
            assertThat(originals.text(5)).isNull();
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
            assertThat(originals.text(1)).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void correctedRecordsAreSentWithoutTheirErrors() throws IOException {
        Input rejects = file(
                "rejects.ndjson",
                "{\"line\":7,\"code\":\"exists\",\"record\":{\"username\":\"jo\",\"n\":1.50}}\n"
                        + "{\"line\":9,\"code\":\"invalid\",\"record\":{\"username\":\"al\"}}\n");

        try (InputStream in = new CorrectedInput(rejects).open()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("{\"username\":\"jo\",\"n\":1.50}\n{\"username\":\"al\"}\n");
        }
    }

    @Test
    void aRejectWithoutARecordIsNamedByItsLine() throws IOException {
        Input rejects = file("rejects.ndjson", "{\"line\":7,\"code\":\"malformed\",\"text\":\"{secret\"}\n");

        assertThatThrownBy(() -> new CorrectedInput(rejects).open().readAllBytes())
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("Line 1")
                .hasMessageNotContaining("secret");
    }
}
