// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteReportTest {

    private static final Instant BUILD = Instant.parse("2026-11-24T06:00:00Z");

    @TempDir
    Path root;

    @BeforeEach
    void twelveClasses() throws IOException {
        for (int i = 1; i <= 12; i++) {
            report("it-tests/target/failsafe-reports", "io.keylift.it.Class" + i + "IT", 10.0 * i, "");
        }
    }

    @Test
    void theTenSlowestClassesStandAtTheTopAndTheTotalBelow() throws IOException {
        String text = text();

        assertThat(text.lines().skip(2).limit(11))
                .startsWith("   120.0 s  Class12IT", "   110.0 s  Class11IT")
                .endsWith(
                        "    30.0 s  Class3IT",
                        "   780.0 s  all 12 classes with 24 tests, 20:05 min since the build began");
    }

    @Test
    void skippedTestsAreListedWithTheirReason() throws IOException {
        report(
                "extension-metrics/target/surefire-reports",
                "io.keylift.metrics.OtherTest",
                1234.5,
                "<testcase name=\"one\"><skipped message=\"no engine\" type=\"x.Aborted\"/></testcase>"
                        + "<testcase name=\"two\"><skipped type=\"x.Aborted\"><![CDATA[x.Aborted: \n"
                        + "not met: [signals] \nExpecting ...]]></skipped></testcase>");

        assertThat(text())
                .contains("  1234.5 s  OtherTest")
                .endsWith("Skipped tests:\n  OtherTest.one: no engine\n  OtherTest.two: not met: [signals]\n");
    }

    @Test
    void reportsOfEarlierBuildsAreIgnored() throws IOException {
        Path old = report("it-tests/target/failsafe-reports", "io.keylift.it.RemovedIT", 500, "");
        Files.setLastModifiedTime(old, FileTime.from(BUILD.minusSeconds(1)));

        assertThat(text()).doesNotContain("RemovedIT").contains("all 12 classes");
    }

    @Test
    void whatTheTierLeavesOutIsTheLastLine() throws IOException {
        assertThat(text("browsers")).endsWith("\nLeft out without -Pall: browsers\n");
        assertThat(text()).doesNotContain("-Pall");
    }

    private String text() throws IOException {
        return text("nothing");
    }

    private String text(String leftOut) throws IOException {
        return SuiteReport.text(SuiteReport.reports(root, BUILD), Duration.ofSeconds(20 * 60 + 5), leftOut);
    }

    private Path report(String directory, String name, double seconds, String cases) throws IOException {
        Path file = Files.createDirectories(root.resolve(directory)).resolve("TEST-" + name + ".xml");
        // As Surefire writes it: thousands are set apart.
        String time = String.format(Locale.ROOT, "%,.3f", seconds);
        Files.writeString(
                file, "<testsuite name=\"" + name + "\" time=\"" + time + "\" tests=\"2\">" + cases + "</testsuite>");
        Files.setLastModifiedTime(file, FileTime.from(BUILD.plusSeconds(60)));
        return file;
    }
}
