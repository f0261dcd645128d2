// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints what the tests of a build took: the slowest classes, the total, every skipped test with its reason,
 * and what this tier leaves out. */
public final class SuiteReport {

    private static final int SLOWEST = 10;

    private SuiteReport() {}

    /**
     * @param args root directory of the project; start of the build as an ISO instant, before which reports are
     * ignored; what the tier leaves out, or {@code nothing}
     */
    public static void main(String[] args) throws IOException {
        Instant start = Instant.parse(args[1]);
        List<TestReport> reports = reports(Path.of(args[0]), start);
        if (!reports.isEmpty()) {
            System.out.print(text(reports, Duration.between(start, Instant.now()), args[2]));
        }
    }

    /** The reports that Surefire and Failsafe have written since then, of all modules. */
    static List<TestReport> reports(Path root, Instant since) throws IOException {
        try (Stream<Path> files = Files.walk(root, 4)) {
            return files.filter(file -> file.getParent().endsWith(Path.of("target", "surefire-reports"))
                            || file.getParent().endsWith(Path.of("target", "failsafe-reports")))
                    .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .filter(file ->
                            !file.toFile().isDirectory() && file.toFile().lastModified() >= since.toEpochMilli())
                    .map(TestReport::read)
                    .toList();
        }
    }

    static String text(List<TestReport> reports, Duration build, String leftOut) {
        StringBuilder text = new StringBuilder("\nSlowest test classes:\n");
        reports.stream()
                .sorted(Comparator.comparingDouble(TestReport::seconds).reversed())
                .limit(SLOWEST)
                .forEach(report -> text.append(line("%8.1f s  %s\n", report.seconds(), report.name())));
        text.append(line(
                "%8.1f s  all %d classes with %d tests, %s since the build began\n",
                reports.stream().mapToDouble(TestReport::seconds).sum(),
                reports.size(),
                reports.stream().mapToInt(TestReport::tests).sum(),
                line("%d:%02d min", build.toMinutes(), build.toSecondsPart())));
        List<String> skipped =
                reports.stream().flatMap(report -> report.skipped().stream()).toList();
        if (!skipped.isEmpty()) {
            text.append(line("Skipped tests:\n"));
            skipped.forEach(one -> text.append(line("  %s\n", one)));
        }
        if (!leftOut.equals("nothing")) {
            text.append(line("Left out without -Pall: %s\n", leftOut));
        }
        return text.toString();
    }

    private static String line(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
