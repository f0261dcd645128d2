// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.spool.SpoolFixture;
import io.keylift.bulkimport.spool.SpoolSpace;
import io.keylift.example.broken.ZipBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchiveTest extends SpoolFixture {

    private static final int RATIO = 200;
    private static final String TEXT = "some text, some text, some more text";

    @Test
    void filesComeOutAsTheyWentIn() throws IOException {
        byte[] large = new byte[300_000];
        new Random(5).nextBytes(large);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(body)) {
            zip.setComment("made by Java");
            zip.putNextEntry(new ZipEntry("folder/"));
            zip.putNextEntry(new ZipEntry("folder/größe.txt"));
            zip.write(TEXT.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("empty"));
            zip.putNextEntry(new ZipEntry("large"));
            zip.write(large);
        }

        Map<String, byte[]> files = files(body.toByteArray());

        assertThat(files).containsOnlyKeys("folder/größe.txt", "empty", "large");
        assertThat(files.get("folder/größe.txt"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(TEXT);
        assertThat(files.get("empty")).isEmpty();
        assertThat(files.get("large")).isEqualTo(large);
    }

    static Stream<Arguments> good() {
        return Stream.of(
                accepted("stored", zip -> {
                    zip.entries.clear();
                    zip.add("a", TEXT.getBytes(StandardCharsets.UTF_8), true);
                    zip.add("b", "more");
                }),
                accepted("large format", zip -> zip.zip64 = true),
                accepted("large entry", zip -> zip.entries.get(0).zip64 = true),
                accepted("comment", zip -> zip.comment = "a comment that has PK\5\6 in it"),
                accepted("bytes before the entries", zip -> zip.before = new byte[100]),
                accepted("bytes between the entries", zip -> zip.between = new byte[24]),
                accepted("backslashes of Windows", zip -> rename(zip, "x\\a")),
                accepted("two dots in a name", zip -> rename(zip, "x/..a")),
                accepted("no mode", zip -> zip.entries.get(0).mode = 0));
    }

    private static Arguments accepted(String how, Consumer<ZipBytes> change) {
        return arguments(how, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void whatIsRightIsRead(String how, Consumer<ZipBytes> change) throws IOException {
        ZipBytes zip = zip();
        change.accept(zip);

        Map<String, byte[]> files = files(zip.bytes());

        assertThat(files).hasSize(2);
        assertThat(files.values())
                .first()
                .asInstanceOf(InstanceOfAssertFactories.BYTE_ARRAY)
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(TEXT);
    }

    static Stream<Arguments> bad() {
        return Stream.of(
                refused("malformed_archive", "cut off", zip -> zip.after = new byte[] {1}),
                refused("malformed_archive", "not where", zip -> zip.moved = 1),
                refused("malformed_archive", "not where", zip -> zip.moved = -1),
                refused("malformed_archive", "not where", zip -> zip.longer = 1),
                refused("malformed_archive", "not where", zip -> {
                    zip.zip64 = true;
                    zip.moved = 1L << 62;
                }),
                refused("malformed_archive", "not where", zip -> {
                    zip.zip64 = true;
                    zip.longer = Long.MIN_VALUE;
                }),
                refused("malformed_archive", "header", zip -> zip.count = 1),
                refused("malformed_archive", "longer than", zip -> zip.count = -1),
                refused("malformed_archive", "split", zip -> zip.onDisk = 1),
                refused("malformed_archive", "split", zip -> zip.disk = 1),
                refused("malformed_archive", "another name", zip -> zip.entries.get(0).localName = "b"),
                refused("malformed_archive", "not where", zip -> zip.entries.get(0).header = 1L),
                refused("malformed_archive", "`a` of the archive overlaps", zip -> zip.entries.get(1).header = 0L),
                refused(
                        "malformed_archive",
                        "`a` of the archive overlaps",
                        zip -> zip.entries.get(0).compressed += 1000),
                refused("malformed_archive", "cannot be", zip -> {
                    zip.entries.get(0).zip64 = true;
                    zip.entries.get(0).size = -5;
                }),
                refused("malformed_archive", "cannot be", zip -> zip.entries.get(0).method = 0),
                refused("malformed_archive", "no Zip64", zip -> zip.entries.get(0).size = 0xffffffffL),
                refused("too_many_entries", "100000", zip -> {
                    zip.zip64 = true;
                    zip.count = 100_000;
                }),
                refused("unsafe_entry", "`/a`", zip -> rename(zip, "/a")),
                refused("unsafe_entry", "`../a`", zip -> rename(zip, "../a")),
                refused("unsafe_entry", "`x/../../a`", zip -> rename(zip, "x/../../a")),
                refused("unsafe_entry", "`x/..`", zip -> rename(zip, "x/..")),
                refused("unsafe_entry", "`../a`", zip -> rename(zip, "..\\a")),
                refused("unsafe_entry", "`C:/a`", zip -> rename(zip, "C:\\a")),
                refused("unsafe_entry", "`a?`", zip -> rename(zip, "a\0")),
                refused("unsafe_entry", "relative path", zip -> rename(zip, "")),
                refused("unsafe_entry", "symbolic link", zip -> zip.entries.get(0).mode = 0120777),
                refused("duplicate_entry", "`b` of the archive is in it twice", zip -> rename(zip, "b")),
                refused("unsupported_entry", "`a` of the archive is encrypted", zip -> zip.entries.get(0).flags |= 1),
                refused("unsupported_entry", "method 12", zip -> zip.entries.get(0).method = 12),
                refused("unsupported_entry", "method 65535", zip -> zip.entries.get(0).method = -1),
                refused(
                        "corrupt_entry",
                        "`a` of the archive has another checksum",
                        zip -> zip.entries.get(0).checksum++),
                refused("corrupt_entry", "longer", zip -> zip.entries.get(0).size--),
                refused("corrupt_entry", "shorter", zip -> zip.entries.get(0).size++),
                refused("corrupt_entry", "more compressed bytes", zip -> {
                    zip.between = new byte[1];
                    zip.entries.get(0).compressed++;
                }),
                refused("corrupt_entry", "ends early", zip -> zip.entries.get(0).compressed -= 3),
                refused("corrupt_entry", "no deflate", zip -> zip.entries.get(0).data[0] = 7),
                refused("document_too_large", String.valueOf(ROOM), zip -> zip.before = new byte[(int) ROOM]),
                refused("document_too_large", String.valueOf(ROOM), zip -> zip.entries.get(0).size = ROOM),
                refused("document_too_large", "`a`", zip -> {
                    zip.entries.get(0).zip64 = true;
                    zip.entries.get(0).size = Long.MAX_VALUE;
                }));
    }

    private static Arguments refused(String code, String message, Consumer<ZipBytes> change) {
        return arguments(code, message, change);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("bad")
    void whatIsWrongIsRefused(String code, String message, Consumer<ZipBytes> change) {
        ZipBytes zip = zip();
        change.accept(zip);

        assertThatThrownBy(() -> files(zip.bytes()))
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aBombIsToldBeforeItIsDecompressed() throws IOException {
        space = new SpoolSpace(directory, 1L << 40);
        ZipBytes zip = zip();
        zip.add("bomb", new byte[20 << 20], false);

        assertThatThrownBy(() -> files(zip.bytes()))
                .hasMessageContaining("`bomb`")
                .hasMessageContaining("more than " + RATIO + " times")
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo("archive_ratio"));
    }

    @Test
    void anArchiveThatIsCutOffIsRefusedWhereverItEnds() {
        byte[] whole = zip().bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> files(cut)).as("%d bytes", length).isInstanceOf(InputException.class);
        }
    }

    private static void rename(ZipBytes zip, String name) {
        zip.entries.get(0).name = name;
        zip.entries.get(0).localName = name;
    }

    private static ZipBytes zip() {
        ZipBytes zip = new ZipBytes();
        zip.add("a", TEXT);
        zip.add("b", "more");
        return zip;
    }

    private Map<String, byte[]> files(byte[] body) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Archive archive = Archive.of(new ByteArrayInputStream(body), space)) {
            archive.requireModest(archive.files(), RATIO);
            for (ArchiveEntry entry : archive.files()) {
                try (InputStream bytes = archive.open(entry)) {
                    files.put(entry.name(), bytes.readAllBytes());
                }
            }
        }
        return files;
    }
}
