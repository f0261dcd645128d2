// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * async-profiler. It sees every thread, wherever it is: JDK Flight Recorder of a JDK 17 loses nearly all samples of a
 * thread that reads the clock, which timings do often.
 */
public final class AsyncProfiler {

    private final Path library;

    private AsyncProfiler(Path library) {
        this.library = library;
    }

    /** The profiler of this platform; empty on other systems than Linux. */
    public static Optional<AsyncProfiler> ofThisPlatform() {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
        Path library = Workspace.fetched("profiler").resolve(architecture).resolve("libasyncProfiler.so");
        return System.getProperty("os.name").equals("Linux") && Files.exists(library)
                ? Optional.of(new AsyncProfiler(library))
                : Optional.empty();
    }

    /**
     * Each thread is sampled after a millisecond of its own CPU time, or after a tick of the kernel if that is longer.
     */
    String argument(Path file) {
        return "-agentpath:" + library + "=start,event=ctimer,interval=1ms,jfr,file=" + file;
    }
}
