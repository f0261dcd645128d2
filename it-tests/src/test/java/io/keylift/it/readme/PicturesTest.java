// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.browser.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pictures of the documentation are those that tests take, and small. */
class PicturesTest {

    private static final Path FOLDER = Sources.ROOT.resolve(Picture.FOLDER);
    private static final long MOST_BYTES = 150_000;
    private static final long MOST_BYTES_IN_ALL = 2_000_000;

    /** With a text for those who cannot see it. */
    private static final Pattern SHOWN = Pattern.compile("!\\[[^\\]]{10,}]\\(([^)]+)\\)");

    @Test
    void eachIsTakenByATestAndShownByAPage() throws IOException {
        Set<String> taken =
                Arrays.stream(Picture.values()).map(Picture::fileName).collect(Collectors.toCollection(TreeSet::new));
        Set<String> shown = new TreeSet<>();
        for (Page page : Documentation.read().pages()) {
            for (Page.Line line : page.lines()) {
                Sources.find(SHOWN, line.text()).stream()
                        .map(target -> page.file().resolveSibling(target).normalize())
                        .forEach(file -> shown.add(FOLDER.relativize(file).toString()));
            }
        }

        assertThat(sizes().keySet()).isEqualTo(taken).isEqualTo(shown);
    }

    @Test
    void theyAreSmall() throws IOException {
        assertThat(sizes().values()).isNotEmpty().allMatch(size -> size <= MOST_BYTES);
        assertThat(sizes().values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(MOST_BYTES_IN_ALL);
    }

    private static SortedMap<String, Long> sizes() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.collect(Collectors.toMap(
                    file -> file.getFileName().toString(), file -> file.toFile().length(), Long::sum, TreeMap::new));
        }
    }
}
