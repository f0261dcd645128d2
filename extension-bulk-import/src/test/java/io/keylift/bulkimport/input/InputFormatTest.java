// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static io.keylift.bulkimport.input.Bodies.LIMITS;
import static io.keylift.bulkimport.input.Bodies.body;
import static io.keylift.bulkimport.input.Bodies.breaking;
import static io.keylift.bulkimport.input.Bodies.gzip;
import static io.keylift.bulkimport.input.Bodies.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class InputFormatTest {

    @ParameterizedTest
    @CsvSource({
        "application, x-ndjson, NDJSON",
        "application, ndjson, NDJSON",
        "application, jsonl, NDJSON",
        "application, json-lines, NDJSON",
        "application, json, JSON_ARRAY",
        "text, csv, CSV",
        "application, zip, ZIP",
        "application, x-zip-compressed, ZIP",
        "Text, CSV, CSV"
    })
    void mediaTypesHaveAFormat(String type, String subtype, InputFormat format) {
        assertThat(InputFormat.ofMediaType(type, subtype)).contains(format);
    }

    @ParameterizedTest
    @CsvSource({"text, json", "application, xml", "*, *", ","})
    void otherMediaTypesHaveNone(String type, String subtype) {
        assertThat(InputFormat.ofMediaType(type, subtype)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            NDJSON,     `{"a":"1"}NL{"a":"2"`
            JSON_ARRAY, `[{"a":"1"},{"a":`
            CSV,        `aNL1NL"2`
            """)
    void aFailureOfTheBodyPassesUnchangedAfterWhatCameBeforeIt(InputFormat format, String start) throws IOException {
        byte[] bytes = start.replace("NL", "\n").getBytes(StandardCharsets.UTF_8);
        IOException gone = new IOException("client gone");
        try (RecordReader reader = format.open(breaking(bytes, gone), false, LIMITS)) {
            assertThat(outcome(reader.next())).isEqualTo("1:{\"a\":\"1\"}");
            assertThat(catchThrowable(reader::next)).isSameAs(gone);
            assertThat(catchThrowable(reader::next)).isSameAs(gone);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ZIP")
    void anArchiveIsNoText(InputFormat format) throws IOException {
        assertThatThrownBy(() -> format.open(Bodies.body("PK\u0003\u0004..."), false, Bodies.LIMITS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("application/zip");
        assertThat(Bodies.outcomes(InputFormat.NDJSON, "PK")).containsExactly("1:PK");
    }

    @Test
    void aFailureOfTheBodyPassesUnchangedWhileItIsOpened() {
        IOException gone = new IOException("client gone");
        for (InputFormat format : EnumSet.complementOf(EnumSet.of(InputFormat.ZIP))) {
            assertThatThrownBy(() -> format.open(breaking(new byte[0], gone), false, LIMITS))
                    .isSameAs(gone);
            assertThatThrownBy(() -> format.open(breaking(new byte[0], gone), true, LIMITS))
                    .isSameAs(gone);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ZIP")
    void whatIsNoUtf8IsSaidByItsFirstBytes(InputFormat format) {
        byte[] utf16 = "[{\"a\":1}]".getBytes(StandardCharsets.UTF_16);
        byte[] littleEndian = "\uFEFF[{}]".getBytes(StandardCharsets.UTF_16LE);
        byte[] bare = "[{}]".getBytes(StandardCharsets.UTF_16LE);
        byte[] bigEndian = "[{}]".getBytes(StandardCharsets.UTF_16BE);
        for (byte[] body : List.of(utf16, littleEndian, bare, bigEndian)) {
            assertThatThrownBy(() -> format.open(new ByteArrayInputStream(body), false, LIMITS))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("UTF-16");
        }
        assertThatThrownBy(() -> format.open(new ByteArrayInputStream(gzip("[{}]")), false, LIMITS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Content-Encoding: gzip");
    }

    @Test
    void theFingerprintIsThatOfThePlainBody() throws Exception {
        byte[] plain = "\n{\"name\":\"x\"}\r\n\n{}".getBytes(StandardCharsets.UTF_8);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(plain));
        for (boolean gzip : new boolean[] {false, true}) {
            try (RecordReader reader =
                    InputFormat.NDJSON.open(new ByteArrayInputStream(gzip ? gzip(plain) : plain), gzip, LIMITS)) {
                while (reader.next() != null) {
                    assertThat(reader.fingerprint().bytes()).isPositive();
                }
                assertThat(reader.fingerprint()).isEqualTo(new Fingerprint(sha256, plain.length));
            }
        }
    }

    @Test
    void bytesReadAreThoseOfTheBodyAsSent() throws IOException {
        String lines = "{\"name\":\"x\"}\n".repeat(1000);
        byte[] compressed = gzip(lines);
        assertThat(compressed.length).isLessThan(lines.length());
        assertThat(bytesRead(body(lines), false)).isEqualTo(lines.length());
        assertThat(bytesRead(new ByteArrayInputStream(compressed), true)).isEqualTo(compressed.length);
    }

    private static long bytesRead(InputStream body, boolean gzip) throws IOException {
        try (RecordReader reader = InputFormat.NDJSON.open(body, gzip, LIMITS)) {
            while (reader.next() != null) {
                // to the end
            }
            return reader.bytesRead();
        }
    }

    @Test
    void theBodyStaysItsOwnersToClose() throws IOException {
        InputStream body = new FilterInputStream(new ByteArrayInputStream(gzip("{}\n"))) {
            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        };
        InputFormat.NDJSON.open(body, true, LIMITS).close();
        assertThatThrownBy(() -> InputFormat.NDJSON.open(body, true, LIMITS)).isInstanceOf(InputException.class);
    }

    @Test
    void aClosedReaderGivesNoMoreRecords() throws IOException {
        for (boolean gzip : new boolean[] {false, true}) {
            byte[] bytes = "{}\n{}\n".getBytes(StandardCharsets.UTF_8);
            RecordReader reader =
                    InputFormat.NDJSON.open(new ByteArrayInputStream(gzip ? gzip(bytes) : bytes), gzip, LIMITS);
            reader.next();
            reader.close();
            reader.close();
            assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("closed");
        }
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new InputLimits(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InputLimits(Integer.MAX_VALUE, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InputLimits(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new InputLimits(1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
