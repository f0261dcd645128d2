// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

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
import java.util.List;
import java.util.Map;

/** The load generator, Gatling with the scenarios of the module {@code load}: a new process for each step. */
final class Generator {

    private static final String SIMULATION = "io.keylift.load.LoadSimulation";
    private static final String MEASURED = "measured";
    private static final String BEGIN = "generator: measuring";
    private static final String END = "generator: done";

    private final Path module;
    private final Path directory;

    /**
     * A generator that is ready to use.
     *
     * @param module build directory of the module {@code load}
     * @param directory where it leaves its log and its reports
     */
    Generator(Path module, Path directory) {
        this.module = module;
        this.directory = directory;
    }

    /** Is told when what is measured begins and ends. */
    interface Watch {

        /** The first measured operation is about to be sent by the process with this id. */
        void begin(long pid) throws IOException;

        /** The answer of the last one is there; the process lives a little longer. */
        void end(long pid) throws IOException;
    }

    /**
     * Sends one rate of one service.
     *
     * @param rate arrivals a second
     * @param settleSeconds that it lasts before it is measured
     * @param target what the scenarios have to know
     * @throws IllegalStateException if the generator fails; operations may
     */
    Latencies send(
            Service service, double rate, int settleSeconds, int seconds, Map<String, String> target, Watch watch)
            throws IOException, InterruptedException {
        Path reports = directory.resolve("gatling");
        FileTree.delete(reports);
        Path log = directory.resolve("generator.log");
        List<String> command = command(reports, target);
        command.addAll(
                1,
                List.of(
                        "-Dgenerator.scenario=" + service.scenario(),
                        "-Dgenerator.rate=" + rate,
                        "-Dgenerator.settleSeconds=" + settleSeconds,
                        "-Dgenerator.seconds=" + seconds));
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
        return GatlingReport.latencies(GatlingReport.page(reports), MEASURED);
    }

    /** Whether it came to the end. */
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

    private List<String> command(Path reports, Map<String, String> target) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // It lives for seconds: optimized machine code does not pay.
        command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "--add-opens=java.base/java.lang=ALL-UNNAMED"));
        command.addAll(GatlingReport.jvmArguments());
        target.forEach((name, value) -> command.add("-Dgenerator." + name + "=" + value));
        command.addAll(List.of("-cp", classPath(), "io.gatling.app.Gatling", "-s", SIMULATION));
        command.addAll(List.of("-rf", reports.toString()));
        return command;
    }

    private String classPath() throws IOException {
        return module.resolve("classes") + File.pathSeparator + Files.readString(module.resolve("class-path.txt")).strip();
    }
}
