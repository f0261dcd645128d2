// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Threads that were seen on the CPU, those of the compiler and of the garbage collector included.
 *
 * @param ours those that ran our code, or what that calls
 */
record CpuSamples(int all, int ours) {

    private static final String SAMPLE = "jdk.ExecutionSample";

    /** Those of a recording, in the format of JDK Flight Recorder, between these. */
    static CpuSamples read(Path recording, Instant begin, Instant end) throws IOException {
        int all = 0;
        int ours = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals(SAMPLE)
                        && stack != null
                        && !event.getStartTime().isBefore(begin)
                        && event.getStartTime().isBefore(end)) {
                    all++;
                    if (OurFrames.isOurs(
                            stack.getFrames().stream().map(CpuSamples::name).toList())) {
                        ours++;
                    }
                }
            }
        }
        return new CpuSamples(all, ours);
    }

    private static String name(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method.getType().getName() + "." + method.getName();
    }

    static CodeShare share(String grant, List<CpuSamples> starts) {
        return new CodeShare(
                grant,
                starts.stream().mapToInt(CpuSamples::all).sum(),
                starts.stream().mapToInt(CpuSamples::ours).sum(),
                starts.stream().map(start -> (double) start.ours / start.all).toList());
    }
}
