// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SenderProcessTest {

    @TempDir
    Path folder;

    @Test
    void theHighestHeapBehindACollectionCounts() {
        assertThat(SenderProcess.heap("""
                [0.100s][info][gc] GC(0) Pause Young (Allocation Failure) 34M->2M(123M) 1.2ms
                [0.200s][info][gc] GC(1) Pause Young (Allocation Failure) 36M->5M(123M) 1.0ms
                [0.300s][info][gc] GC(2) Pause Full (Metadata GC Threshold) 9M->3M(123M) 9.9ms
                """)).isEqualTo(5 * 1024 * 1024);
        assertThat(SenderProcess.heap("[0.001s][info][gc] Using Serial")).isNaN();
    }

    @Test
    void aProcessIsMeasuredToItsEnd() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "Memory of processes is read on Linux only");

        SenderProcess.Ended ended =
                SenderProcess.run(folder, Map.of("ONE", "version 1"), List.of("sh", "-c", "sleep 1; echo $ONE"));

        assertThat(ended.output()).contains("version 1");
        assertThat(ended.seconds()).isGreaterThanOrEqualTo(1);
        assertThat(ended.residentBytes()).isGreaterThan(1e5);
    }

    @Test
    void aFailureHasItsOutput() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        assertThatThrownBy(() -> SenderProcess.run(folder, Map.of(), List.of(java.toString(), "-no-such-option")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no-such-option");
    }
}
