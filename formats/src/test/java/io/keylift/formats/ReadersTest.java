// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of files, whatever system they come from. */
class ReadersTest {

    private static final String SAME = ".";
    private static final String LISTS = "module {\"lists\": [\"/page/users\", \"/orgs\", \"/orgs/*/users\"]}; "
            + "{at: $at, parent: ($parent.name // null), name}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\"}\n{\"name\":\"b\"}\n",
                "{\"name\":\"a\"}\r\n\r\n{\"name\":\"b\"}",
                "[{\"name\":\"a\"},{\"name\":\"b\"}]",
                "[{\"name\":\"a\"}]\n[{\"name\":\"b\"}]",
                "{\n\"name\":\"a\"}\n{\"name\":\n\"b\"}",
                "\uFEFF{\"name\":\"a\"}\n{\"name\":\"b\"}\n"
            })
    void jsonComesInLinesArraysAndPages(String text) throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE)) {
            Conversions conversion = Conversions.of(text.getBytes(charset), SAME);

            assertThat(conversion.problems()).isEmpty();
            assertThat(conversion.texts())
                    .containsExactly(
                            "{\"kind\":\"users\",\"record\":{\"name\":\"a\"}}",
                            "{\"kind\":\"users\",\"record\":{\"name\":\"b\"}}");
        }
    }

    @Test
    void listsWithinObjectsAreReadElementByElementWithWhatIsAroundThem() throws IOException {
        Conversions conversion = Conversions.of("""
                {"next":"x","page":{"users":[{"name":"a"},{"name":"b"}]}}
                {"orgs":[{"name":"O","users":[{"name":"c"}],"left":1},{"name":"P","users":[]}]}
                """, LISTS);

        assertThat(conversion.records("users").stream().map(Object::toString))
                .containsExactly(
                        "{\"at\":\"/page/users\",\"parent\":null,\"name\":\"a\"}",
                        "{\"at\":\"/page/users\",\"parent\":null,\"name\":\"b\"}",
                        "{\"at\":\"/orgs/*/users\",\"parent\":\"O\",\"name\":\"c\"}",
                        "{\"at\":\"/orgs\",\"parent\":null,\"name\":\"O\"}",
                        "{\"at\":\"/orgs\",\"parent\":null,\"name\":\"P\"}");
    }

    @Test
    void aBrokenLineIsAProblemOfItsOwn() throws IOException {
        Conversions conversion = Conversions.of("""
                {"name":"a"}
                {"name":"secret
                [1]
                {"name":"x","name":"y"}
                {"name":"b"} trailing
                {"name":"c"}
                """, SAME);

        assertThat(conversion.problems()).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.code()).isEqualTo("malformed_json");
            assertThat(problem.last()).isFalse();
            assertThat(problem.message()).doesNotContain("secret");
        });
        assertThat(conversion.problems().stream()
                        .map(problem -> problem.origin().line()))
                .containsExactly(2L, 3L, 4L, 5L);
        assertThat(conversion.records("users")).last().hasToString("{\"name\":\"c\"}");
        assertThat(conversion.report().read()).isEqualTo(6);
    }

    @Test
    void aBrokenArrayEndsTheFileAndTellsWhere() throws IOException {
        Conversions conversion = Conversions.of("[{\"name\":\"a\"},\n7,\n{\"name\":\"b\",", SAME);

        assertThat(conversion.records("users")).hasSize(1);
        assertThat(conversion.codes()).containsExactly("not_an_object", "malformed_json");
        assertThat(conversion.problems().get(1).last()).isTrue();
        assertThat(conversion.problems().get(1).origin().line()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            value = {"UTF-8/,", "UTF-8/;", "UTF-8/\\t", "UTF-8/|", "windows-1252/;", "UTF-16LE/\\t", "UTF-16BE/,"})
    void tablesHaveAnySeparatorAndCharset(String charset, String separator) throws IOException {
        String sep = separator.replace("\\t", "\t");
        String table = String.join(sep, "name", "city", "", "name") + "\r\n"
                + String.join(sep, "Zoë", "\"K" + sep + " \"\"ö\"\"\r\nl\"", "", "x") + "\r\n\r\n"
                + String.join(sep, "b") + "\r\n";

        Conversions conversion = Conversions.of(table.getBytes(Charset.forName(charset)), SAME);

        assertThat(conversion.problems()).isEmpty();
        assertThat(conversion.records("users").get(0).path("name").asText()).isEqualTo("Zoë");
        assertThat(conversion.records("users").get(0).path("city").asText()).isEqualTo("K" + sep + " \"ö\"\r\nl");
        assertThat(conversion.records("users").get(0).path("name_2").asText()).isEqualTo("x");
        assertThat(conversion.records("users").get(1)).hasToString("{\"name\":\"b\"}");
        assertThat(conversion.lines().get(1).origin().line()).isEqualTo(5);
    }

    @Test
    void byteOrderMarksAndTheHintOfExcelAreNoPartOfTheTable() throws IOException {
        assertThat(Conversions.of("\uFEFFsep=;\nname;city\na;b\n", SAME).records("users"))
                .singleElement()
                .hasToString("{\"name\":\"a\",\"city\":\"b\"}");
    }

    @Test
    void aStatedCharsetAndSeparatorWin() throws IOException {
        Settings settings = new Settings(Map.of(), Charset.forName("ISO-8859-2"), ':');
        byte[] table = "name:city,x\nŁódź:b\n".getBytes(Charset.forName("ISO-8859-2"));

        Conversions conversion =
                Conversions.of(List.of(Conversions.input("x", table)), Mapping.of("mine", SAME), settings);

        assertThat(conversion.records("users")).singleElement().hasToString("{\"name\":\"Łódź\",\"city,x\":\"b\"}");
    }

    @Test
    void aTableThatIsCutOffOrTooWideSaysSo() throws IOException {
        Conversions open = Conversions.of("name,city\na,\"b\nc,d\ne,f\n", SAME);
        assertThat(open.codes()).containsExactly("unclosed_quote");
        assertThat(open.problems().get(0).last()).isTrue();
        assertThat(open.problems().get(0).origin().line()).isEqualTo(2);

        Conversions wide = Conversions.of("name\na\nb,c\nd\n", SAME);
        assertThat(wide.codes()).containsExactly("malformed_csv");
        assertThat(wide.records("users")).hasSize(2);
    }

    @Test
    void bytesThatAreNoneOfTheCharsetEndTheFile() throws IOException {
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        table.writeBytes("name,city\n".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < 40_000; i++) {
            table.writeBytes("someone,somewhere\n".getBytes(StandardCharsets.UTF_8));
        }
        table.writeBytes("Zoë,x\n".getBytes(StandardCharsets.ISO_8859_1));

        Conversions conversion = Conversions.of(table.toByteArray(), SAME);

        assertThat(conversion.codes()).containsExactly("malformed_encoding");
    }

    @Test
    void packedFilesAreUnpacked() throws IOException {
        byte[] lines = "{\"name\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.writeBytes(gzip(lines));
        twice.writeBytes(gzip(lines));
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            for (String name : List.of("export/", "export/1.json.gz", "export/2.csv", "__MACOSX/x", ".DS_Store")) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(
                        name.endsWith("gz")
                                ? gzip(lines)
                                : name.endsWith("csv") ? "name\nb\n".getBytes() : new byte[0]);
                zip.closeEntry();
            }
        }

        assertThat(Conversions.of(twice.toByteArray(), SAME).records("users")).hasSize(2);
        Conversions unzipped = Conversions.of(archive.toByteArray(), SAME);
        assertThat(unzipped.records("users").stream().map(Object::toString))
                .containsExactly("{\"name\":\"a\"}", "{\"name\":\"b\"}");
        assertThat(unzipped.lines().get(1).origin().file()).isEqualTo("input!export/2.csv");
        assertThat(unzipped.lines().get(1).origin().number()).isEqualTo(1);
    }

    @Test
    void entriesOfDirectoriesComeAsTheirAttributes() throws IOException {
        Conversions conversion = Conversions.of("""
                version: 1

                # a comment
                 that goes on
                dn:: Y249w5Zsw6csZGM9ZXhhbXBsZQ==
                CN;lang-de:: w5Zsw6c=
                mail: a@example.org
                mail: b@example.org
                objectGUID:: t+imwFuYOH/uNgI8eXgjEA==
                photo:: /9j/4A==
                jpegPhoto:< file:///etc/passwd
                description: begins
                 and goes on

                dn: cn=broken,dc=example
                cn broken

                dn: cn=gone,dc=example
                changetype: delete

                dn: cn=last,dc=example
                changetype: add
                cn: last
                """.replace("\n", "\r\n"), SAME);

        assertThat(conversion.records("users").stream().map(Object::toString))
                .containsExactly("{\"dn\":\"cn=last,dc=example\",\"cn\":[\"last\"]}");
        assertThat(conversion.codes()).containsExactly("malformed_ldif", "malformed_ldif", "not_an_entry");
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
