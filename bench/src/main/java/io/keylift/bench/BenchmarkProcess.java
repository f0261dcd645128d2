// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the benchmark, or another measurement, in a JVM of its own: that of Maven has an arbitrary heap, which Maven
 * also uses.
 */
public final class BenchmarkProcess {

    /** Enough for any number of records, because none of them are kept. */
    private static final String HEAP = "-Xmx512m";

    private BenchmarkProcess() {}

    public static void main(String[] arguments) throws Exception {
        run(Benchmark.class, "bench.");
    }

    /**
     * Runs another class and waits for its end. If it fails, it has printed the reason, and this process ends with its
     * exit code.
     *
     * @param prefix prefix of the system properties that it gets, in addition to {@code keylift.*}
     */
    public static void run(Class<?> measuring, String prefix) throws Exception {
        Process benchmark =
                new ProcessBuilder(command(measuring, prefix)).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(benchmark::destroy));
        int exitCode = benchmark.waitFor();
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    private static List<String> command(Class<?> measuring, String prefix) throws URISyntaxException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP, "-cp", classPath()));
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(prefix) || name.startsWith("keylift.")) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.add(measuring.getName());
        return command;
    }

    /** Maven's goal {@code exec:java} has the class path in a class loader. */
    private static String classPath() throws URISyntaxException {
        if (!(BenchmarkProcess.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path");
        }
        List<String> entries = new ArrayList<>();
        for (URL entry : loader.getURLs()) {
            entries.add(Path.of(entry.toURI()).toString());
        }
        return String.join(File.pathSeparator, entries);
    }
}
