// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of threads on the CPU.
 *
 * @param all all threads, including those of the compiler and of the garbage collector
 * @param ofJavaThreads threads without those of the JVM
 * @param ours threads that ran our code, or code that it calls
 */
record CpuSamples(int all, int ofJavaThreads, int ours) {

    private static final String SAMPLE = "jdk.ExecutionSample";

    /** Reads the samples of a recording, in the format of JDK Flight Recorder, between two moments. */
    static CpuSamples read(Path recording, Instant begin, Instant end) throws IOException {
        int all = 0;
        int ofJavaThreads = 0;
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
                    if (isOfJava(event.getThread("sampledThread"))) {
                        ofJavaThreads++;
                    }
                    if (OurFrames.isOurs(
                            stack.getFrames().stream().map(CpuSamples::name).toList())) {
                        ours++;
                    }
                }
            }
        }
        return new CpuSamples(all, ofJavaThreads, ours);
    }

    /** The JVM's own threads have no name in Java. */
    private static boolean isOfJava(RecordedThread thread) {
        return thread != null && thread.getJavaName() != null;
    }

    private static String name(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method.getType().getName() + "." + method.getName();
    }
}
