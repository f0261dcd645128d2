// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.FileTree;
import io.keylift.it.server.ProcessGuard;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The load generator, Gatling with the scenarios of the module {@code load}: a new process for each step. */
final class Generator {

    private static final String SIMULATION = "io.keylift.load.LoadSimulation";
    private static final String MEASURED = "measured";
    private static final String BEGIN = "generator: measuring";
    private static final String END = "generator: done";

    private static final Watch NOTHING = new Watch() {
        @Override
        public void begin(long pid) {}

        @Override
        public void end(long pid) {}
    };

    private final Path module;
    private final Path directory;

    /**
     * Creates a generator.
     *
     * @param module build directory of the module {@code load}
     * @param directory directory of its log and its reports
     */
    Generator(Path module, Path directory) {
        this.module = module;
        this.directory = directory;
    }

    /** Receives the begin and the end of the measured part. */
    interface Watch {

        /** Called when the process with this id is about to send the first measured operation. */
        void begin(long pid) throws IOException;

        /** Called after the answer to the last operation; the process lives a little longer. */
        void end(long pid) throws IOException;
    }

    /**
     * Sends one rate of one service.
     *
     * @param rate arrivals a second
     * @param settleSeconds seconds before the measurement
     * @param target parameters of the scenarios
     * @throws IllegalStateException if the generator fails, but not if operations do
     */
    Latencies send(
            Service service, double rate, int settleSeconds, int seconds, Map<String, String> target, Watch watch)
            throws IOException, InterruptedException {
        Path reports = directory.resolve("gatling");
        FileTree.delete(reports);
        Map<String, String> properties = new LinkedHashMap<>(target);
        properties.put("scenario", service.scenario());
        properties.put("rate", Double.toString(rate));
        properties.put("settleSeconds", Integer.toString(settleSeconds));
        properties.put("seconds", Integer.toString(seconds));
        run(command(properties, "-rf", reports.toString()), watch);
        return GatlingReport.latencies(GatlingReport.page(reports), MEASURED);
    }

    /** Sends operations of a service as fast as the server answers, a few at a time, without a report. */
    void sendAll(Service service, int concurrent, int seconds, Map<String, String> target)
            throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>(target);
        properties.put("scenario", service.scenario());
        properties.put("concurrent", Integer.toString(concurrent));
        properties.put("seconds", Integer.toString(seconds));
        Path reports = directory.resolve("gatling-warm-up");
        FileTree.delete(reports);
        run(command(properties, "-nr", "-rf", reports.toString()), NOTHING);
    }

    private void run(List<String> command, Watch watch) throws IOException, InterruptedException {
        Path log = directory.resolve("generator.log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ProcessGuard.instance().watch(process.pid(), "TERM");
        try {
            boolean ended = follow(process, log, watch);
            if (process.waitFor() != 0 || !ended) {
                throw new IllegalStateException("The load generator failed, see " + log);
            }
        } finally {
            process.destroy();
            ProcessGuard.instance().unwatch(process.pid());
        }
    }

    /** Follows the process to its end; returns whether it has succeeded. */
    private static boolean follow(Process process, Path log, Watch watch) throws IOException {
        boolean ended = false;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.println(line);
                if (line.equals(BEGIN)) {
                    watch.begin(process.pid());
                } else if (line.equals(END)) {
                    watch.end(process.pid());
                    ended = true;
                }
            }
        }
        return ended;
    }

    private List<String> command(Map<String, String> properties, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // It lives for seconds only, so optimized machine code does not pay off.
        command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
        command.addAll(GatlingReport.jvmArguments());
        properties.forEach((name, value) -> command.add("-Dgenerator." + name + "=" + value));
        command.addAll(List.of("-cp", classPath(), "io.gatling.app.Gatling", "-s", SIMULATION));
        command.addAll(List.of(options));
        return command;
    }

    private String classPath() throws IOException {
        return module.resolve("classes")
                + File.pathSeparator
                + Files.readString(module.resolve("class-path.txt")).strip();
    }
}
