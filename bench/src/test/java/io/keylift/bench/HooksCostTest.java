// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HooksCostTest {

    private static final Instant BUILD = Instant.parse("2026-01-02T00:00:00Z");

    @TempDir
    Path directory;

    @Test
    void isThatOfThisBuild() throws IOException {
        assertThat(HooksCost.read(file(BUILD.plusSeconds(60)), BUILD)).isEqualTo(new HooksCost(3.8, 0.2));
    }

    @Test
    void isNotThatOfAnEarlierBuild() throws IOException {
        assertThat(HooksCost.read(file(BUILD.minusSeconds(60)), BUILD)).isNull();
        assertThat(HooksCost.read(directory.resolve("none.json"), BUILD)).isNull();
    }

    private Path file(Instant time) throws IOException {
        Path file = Files.writeString(
                directory.resolve("hooks.json"), "[{\"primaryMetric\":{\"score\":3.8,\"scoreError\":0.2}}]");
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
