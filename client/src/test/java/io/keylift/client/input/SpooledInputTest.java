// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard input that can be read again. */
class SpooledInputTest {

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    private Path folder;

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_000})
    void itsBytesAreTheSameEachTime(int count) throws IOException {
        byte[] bytes = bytes(count);
        try (SpooledInput input = new SpooledInput(new ByteArrayInputStream(bytes), Format.NDJSON, folder)) {
            assertThat(input.open().readAllBytes()).isEqualTo(bytes);
            assertThat(input.open().readAllBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void severalStreamsReadItWhileItIsComing() throws IOException {
        byte[] bytes = bytes(300_000);
        try (SpooledInput input = new SpooledInput(new ByteArrayInputStream(bytes), Format.NDJSON, folder)) {
            InputStream ahead = input.open();
            InputStream behind = input.open();
            byte[] first = ahead.readNBytes(100_000);
            byte[] other = behind.readNBytes(150_000);

            assertThat(first).isEqualTo(Arrays.copyOf(bytes, 100_000));
            assertThat(other).isEqualTo(Arrays.copyOf(bytes, 150_000));
            assertThat(ahead.readAllBytes()).hasSize(200_000).endsWith(bytes[299_999]);
            assertThat(behind.readAllBytes()).hasSize(150_000).endsWith(bytes[299_999]);
        }
    }

    @Test
    void theFileShowsNothingOfItAndIsGoneAtTheEnd() throws IOException {
        byte[] text = "secret of the user\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        try (SpooledInput input = new SpooledInput(new ByteArrayInputStream(text), Format.NDJSON, folder)) {
            assertThat(input.open().readAllBytes()).isEqualTo(text);
            assumeThat(OPEN_FILES).isDirectory();
            Path file = openSpool();
            assertThat(Files.size(file)).isGreaterThan(text.length - 65_536);
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        }
        assertThat(files()).isEmpty();
    }

    /** The file has no name any more, which Linux shows. */
    private Path openSpool() throws IOException {
        try (Stream<Path> open = Files.list(OPEN_FILES)) {
            return open.filter(file -> target(file).startsWith(folder.toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // Closed meanwhile.
            return "";
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
