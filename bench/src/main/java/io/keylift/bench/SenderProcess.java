// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a program that sends a file, and measures its process. Memory is read on Linux only. */
final class SenderProcess {

    private static final long POLL_MILLIS = 20;
    private static final long LIMIT_SECONDS = 1_200;
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final Pattern AFTER_COLLECTION = Pattern.compile("->(\\d+)M\\(");

    private SenderProcess() {}

    /**
     * A run of the program.
     *
     * @param seconds from the start of the process to its end
     * @param cpuMicros CPU time of the process
     * @param residentBytes highest memory of the process
     * @param heapBytes highest heap after a collection; not a number without one
     * @param output what it printed
     */
    record Ended(double seconds, double cpuMicros, double residentBytes, double heapBytes, String output) {}

    /**
     * Runs a program to its end.
     *
     * @throws IllegalStateException if it fails
     */
    static Ended run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Path collections = folder.resolve("collections.log");
        Files.deleteIfExists(collections);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KEYLIFT_"));
        builder.environment().putAll(environment);
        builder.environment().put("KEYLIFT_CONFIG", folder.resolve("config").toString());
        builder.environment().put("KEYLIFT_JAVA_OPTS", "-Xlog:gc:file=" + collections);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            double cpu = Double.NaN;
            double resident = Double.NaN;
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                double now = CpuTimes.micros(process.pid());
                cpu = Double.isNaN(now) ? cpu : now;
                resident = Double.isNaN(resident) ? peak(process.pid()) : Math.max(resident, peak(process.pid()));
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                    throw new IllegalStateException(command.get(0) + " goes on: " + Files.readString(output));
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            String printed = Files.readString(output);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(command.get(0) + " ended with " + process.exitValue() + ": " + printed);
            }
            return new Ended(seconds, cpu, resident, heap(collections), printed);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Highest memory of a process so far; 0 if it has ended. */
    private static double peak(long pid) {
        try {
            Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return peak.find() ? 1024 * Double.parseDouble(peak.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Highest heap after a collection, by the log of the JVM. */
    static double heap(Path collections) throws IOException {
        return Files.isRegularFile(collections) ? heap(Files.readString(collections)) : Double.NaN;
    }

    static double heap(String collections) {
        return AFTER_COLLECTION
                .matcher(collections)
                .results()
                .mapToDouble(found -> 1e6 * Double.parseDouble(found.group(1)) * 1.048576)
                .max()
                .orElse(Double.NaN);
    }
}
