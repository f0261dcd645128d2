// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTimesTest {

    private static final long POSTMASTER = 100;

    @TempDir
    Path proc;

    @Test
    void aBackendThatHasEndedIsCountedByThePostmaster() throws IOException {
        stat(POSTMASTER, "1 2 30 40");
        stat(101, "5 6 0 0");

        assertThat(CpuTimes.postgresql(proc, POSTMASTER, List.of(101L, 102L)))
                .isEqualTo((1 + 2 + 30 + 40 + 5 + 6) * 10_000);
    }

    @Test
    void withoutProcThereIsNoTime() {
        assertThat(CpuTimes.postgresql(proc, POSTMASTER, List.of(101L))).isNaN();
    }

    /** The times are fields 14 to 17 of the kernel's line. */
    private void stat(long pid, String times) throws IOException {
        Path process = Files.createDirectory(proc.resolve(Long.toString(pid)));
        Files.writeString(process.resolve("stat"), pid + " (postgres: a b) S 1 1 1 0 -1 0 0 0 0 0 " + times + " 20 0");
    }
}
