// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

    @Test
    void aDiskHasTheModelThatTheKernelKnows(@TempDir Path devices) throws IOException {
        Path disk = Files.createDirectories(devices.resolve("of-the-bus/nvme0n1"));
        Files.createDirectories(disk.resolve("device"));
        Files.writeString(disk.resolve("device/model"), "Fast 9000   \n");
        Path partition = Files.createDirectories(disk.resolve("nvme0n1p2"));
        Files.createSymbolicLink(devices.resolve("nvme0n1"), disk);
        Files.createSymbolicLink(devices.resolve("nvme0n1p2"), partition);

        assertThat(Environment.diskModel(devices, "/dev/nvme0n1")).isEqualTo("Fast 9000");
        assertThat(Environment.diskModel(devices, "/dev/nvme0n1p2")).isEqualTo("Fast 9000");
        assertThat(Environment.diskModel(devices, "/dev/vda")).isEqualTo("/dev/vda");
    }
}
