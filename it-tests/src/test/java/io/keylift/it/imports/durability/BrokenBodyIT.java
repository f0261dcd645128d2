// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies that are invalid as a whole. A fault at the beginning gives an error status; a later fault ends the import
 * with a code.
 */
@OnSharedServer
class BrokenBodyIT {

    private static final String REALM = "broken-bodies";
    private static final String ARRAY = "application/json";
    private static final String CSV = "text/csv";

    private static ImportClient client;
    private static int count;

    @BeforeAll
    static void realm(SharedServer server) {
        TestRealms.createForTenant(server.admin(), REALM);
        client = new ImportClient(server.admin(), REALM);
    }

    /** Each G becomes a user of its own. */
    private static String users(String body) {
        StringBuilder users = new StringBuilder();
        for (char c : body.toCharArray()) {
            if (c == 'G') {
                users.append("{\"username\":\"of-broken-").append(++count).append("\"}");
            } else {
                users.append(c);
            }
        }
        return users.toString();
    }

    private static ImportAnswer send(String type, String body) throws IOException {
        return client.post("users?chunkSize=2", type, body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "G", "G,G", "null", "\"text\"", "7", "nonsense", "]", "<users/>"})
    void whatIsNoArrayIsRefused(String body) throws IOException {
        ImportAnswer answer = send(ARRAY, users(body));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorMessage()).contains("array");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "IBM500"})
    void anArrayInAnotherEncodingIsNotImported(String charset) throws IOException {
        Assumptions.assumeTrue(Charset.isSupported(charset), "This Java has no charset " + charset);

        ImportAnswer answer = client.post("users", ARRAY, users("[G]").getBytes(Charset.forName(charset)));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.lines()).noneMatch(line -> line.path("added").asInt() > 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[];                       COMPLETED;                0; 0",
                " [ G , G ] ;              COMPLETED;                2; 0",
                "[G,];                     COMPLETED;                1; 1",
                "[,G];                     COMPLETED;                1; 1",
                "[G,,,G];                  COMPLETED;                2; 2",
                "[G G];                    COMPLETED;                0; 1",
                "[G,[G,G],G];              COMPLETED;                2; 1",
                "[;                        FAILED truncated_array;   0; 0",
                "[G,;                      FAILED truncated_array;   1; 0",
                "[G,G,G,;                  FAILED truncated_array;   3; 0",
                "[G,{\"username\":\"op;    FAILED truncated_array;   1; 1",
                "[G,{\"username\":;        FAILED truncated_array;   1; 1",
                "[G] x;                    FAILED trailing_content;  1; 0",
                "[G]];                     FAILED trailing_content;  1; 0",
                "[G],;                     FAILED trailing_content;  1; 0",
                "[G][G];                   COMPLETED;                2; 0",
                "[G] {};                   FAILED trailing_content;  1; 0",
                "[]G;                      FAILED trailing_content;  0; 0"
            })
    void aBrokenArrayIsImportedUpToItsBreak(String body, String end, int added, int rejected) throws IOException {
        ImportAnswer answer = send(ARRAY, users(body));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.end()).isEqualTo(end);
        assertThat(answer.addsUp().count("added")).isEqualTo(added);
        assertThat(answer.count("rejected")).isEqualTo(rejected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                ",",
                "username,",
                "username,username",
                "attributes,attributes.a",
                "attributes.a,attributes[]",
                "username.",
                ".username",
                "a..b",
                "a[]b",
                "a\\",
                "0",
                "0.a",
                "\"username",
                "user\"name",
                "\"a\"b",
                "a.99999999999"
            })
    void aBrokenHeaderIsRefused(String header) throws IOException {
        ImportAnswer answer = send(CSV, header.isBlank() ? header : header + "\nof-broken-header\n");

        // A name that merely leads nowhere is a fault of the rows.
        assertThat(answer.status()).isIn(400, 200);
        if (answer.status() == 200) {
            assertThat(answer.rejects()).isNotEmpty();
            assertThat(answer.addsUp().count("added")).isZero();
        } else {
            assertThat(answer.errorMessage()).isNotBlank();
        }
    }

    @Test
    void aHeaderWithoutRowsIsAnEmptyImport() throws IOException {
        ImportAnswer answer = send(CSV, "username,email\n");

        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.count("read")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \n\t\r\n \n"})
    void nothingIsAnEmptyImport(String body) throws IOException {
        ImportAnswer answer = send(ImportClient.NDJSON, body);

        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.count("read")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-ndjson, br",
        "application/x-ndjson, deflate",
        "application/x-ndjson, 'gzip, gzip'",
        "text/plain, identity",
        "application/xml, identity",
        "multipart/form-data, identity",
        "nonsense, identity"
    })
    void aTypeOrEncodingThatIsNotOursIsRefused(String type, String encoding) throws IOException {
        ImportAnswer answer = client.post(
                "users", Map.of("Content-Type", type, "Content-Encoding", encoding), out -> out.write('\n'));

        assertThat(answer.status()).isIn(400, 415);
        assertThat(answer.lines()).noneMatch(line -> line.has("type"));
    }

    /**
     * How gzip is broken, and how the import ends; where that shows depends on how much had been decompressed before.
     */
    @ParameterizedTest
    @CsvSource({
        "not gzip at all, ''",
        "cut, malformed_gzip",
        "checksum, malformed_gzip",
        "behind, malformed_gzip",
        "flipped, malformed_gzip"
    })
    void brokenGzipIsImportedUpToItsBreak(String how, String code) throws IOException {
        int lines = 3000;
        byte[] plain = filled(lines).getBytes(StandardCharsets.UTF_8);
        byte[] zipped = gzip(plain);
        byte[] sent = switch (how) {
            case "cut" -> Arrays.copyOf(zipped, zipped.length * 3 / 4);
            case "checksum" -> changed(zipped, zipped.length - 6);
            case "behind" -> changed(Arrays.copyOf(zipped, zipped.length + 5), zipped.length);
            case "flipped" -> changed(zipped, zipped.length / 2);
            default -> plain;
        };

        ImportAnswer answer = client.post(
                "users?results=summary",
                Map.of("Content-Type", ImportClient.NDJSON, "Content-Encoding", "gzip"),
                out -> out.write(sent));

        if (code.isEmpty()) {
            assertThat(answer.status()).isEqualTo(400);
        } else {
            assertThat(answer.end()).isEqualTo("FAILED " + code);
            assertThat(answer.count("added")).isBetween(1L, (long) lines);
            assertThat(answer.count("rejected")).isLessThanOrEqualTo(how.equals("flipped") ? lines : 1);
        }
    }

    /** Lines that gzip cannot make much of. */
    private static String filled(int lines) {
        Random random = new Random(lines);
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            body.append("{\"username\":\"zipped-").append(++count).append("\",\"lastName\":\"");
            random.ints(100, 'a', 'z').forEach(letter -> body.append((char) letter));
            body.append("\"}\n");
        }
        return body.toString();
    }

    private static byte[] changed(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 0x55;
        return changed;
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(plain);
        }
        return zipped.toByteArray();
    }

    /** Files that were compressed one by one may be sent one behind the other. */
    @Test
    void severalMembersOfGzipAreOneBody() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", ImportClient.NDJSON);
        headers.put("Content-Encoding", "gzip");
        for (int i = 0; i < 3; i++) {
            body.writeBytes(gzip((users("G") + "\n").getBytes(StandardCharsets.UTF_8)));
        }

        ImportAnswer answer = client.post("users", headers, out -> out.write(body.toByteArray()));

        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(3);
    }
}
