// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.observability.StoredTraces;
import io.keylift.it.server.CtrlC;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The demo as a new user starts it: a process that prints its progress and stops on request. */
@SecondTier
class DemoIT {

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endDemos() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void importsThenGoesOnWithTheSameDataThenStopsOnCtrlC() throws IOException, InterruptedException {
        String directory = "demo-" + System.nanoTime();
        Process first = demo("first", directory, FreePorts.next(), "-Ddemo.exit");

        assertThat(first.waitFor(6, TimeUnit.MINUTES)).isTrue();
        assertThat(output("first"))
                .contains("organizations COMPLETED: 40 read, 40 added")
                .contains("persons       COMPLETED: 500 read, 500 added");
        assertThat(first.exitValue()).isZero();

        int tracesPort = FreePorts.next();
        Process second = demo(
                "second",
                directory,
                FreePorts.next(),
                "-Ddemo.observability",
                "-Ddemo.tracesPort=" + tracesPort,
                "-Ddemo.prometheusPort=" + FreePorts.next());
        await().atMost(Duration.ofMinutes(4))
                .until(() -> !second.isAlive() || output("second").contains("Ctrl-C stops everything"));
        assertThat(output("second")).contains("COMPLETED").doesNotContain("Creating realm");
        assertThat(runPrintedCommands(output("second")))
                .contains("\"demo-persons-500-in-40\"")
                .contains("\"type\":\"summary\"")
                .contains("\"added\":2");

        assertThat(output("second")).contains("http://localhost:" + tracesPort + "/zipkin/", "Prometheus ");
        assertThat(new StoredTraces(URI.create("http://localhost:" + tracesPort))
                        .latest("keycloak.request.endpoint=/admin/realms/{realm}/bulk-import/{kind}"))
                .isNotEmpty();

        List<ProcessHandle> children = second.descendants().toList();
        new ProcessBuilder("kill", "-s", "INT", Long.toString(second.pid()))
                .start()
                .waitFor();
        assertThat(second.waitFor(1, TimeUnit.MINUTES)).isTrue();
        await().untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
        assertThat(Workspace.directory(directory).resolve("postgres/postmaster.pid"))
                .doesNotExist();
    }

    @Test
    void saysWhichPortIsTaken() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0)) {
            Process demo = demo("port", "demo-port", taken.getLocalPort());

            assertThat(demo.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(demo.exitValue()).isEqualTo(1);
            assertThat(output("port").strip())
                    .startsWith("Port " + taken.getLocalPort() + " is taken.")
                    .hasLineCount(1);
        }
    }

    @Test
    void saysWhatTheDiskLacks() throws IOException, InterruptedException {
        Process demo = demo("disk", "demo-disk", FreePorts.next(), "-Ddemo.persons=100000000");
        assumeThat(Workspace.directory().toFile().getUsableSpace())
                .as("free disk space")
                .isLessThan(300_000_000_000L);

        assertThat(demo.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(1);
        assertThat(output("disk").strip())
                .matches("The demo needs 3\\d{5} MB of free disk space in .*demo-disk; there are \\d+ MB\\.")
                .hasLineCount(1);
    }

    /** Pastes what the demo offers for pasting. */
    private static String runPrintedCommands(String output) throws IOException, InterruptedException {
        String script = output.substring(output.indexOf("TOKEN="), output.indexOf("Ctrl-C stops"))
                .replaceAll("(?m)^\\d\\. .*$", "");
        Process shell = new ProcessBuilder("/bin/sh", "-e")
                .redirectError(Redirect.INHERIT)
                .start();
        try (OutputStream in = shell.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return answer;
    }

    private Process demo(String name, String directory, int port, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(CtrlC.heed());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dkeylift.workspace=" + Workspace.directory(),
                "-Dkeylift.server.jvm=" + String.join(" ", Workspace.serverJvmArguments()),
                "-Ddemo.directory=" + directory,
                "-Ddemo.port=" + port,
                "-Ddemo.managementPort=" + FreePorts.next(),
                "-Ddemo.organizations=40",
                "-Ddemo.persons=500"));
        // Of a property that is given twice the last one counts.
        command.addAll(List.of(options));
        command.add(Demo.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile())
                .start();
        started.add(process);
        return process;
    }

    private static Path log(String name) {
        return Workspace.directory("demo-logs").resolve(name + ".log");
    }

    private static String output(String name) throws IOException {
        return Files.readString(log(name));
    }
}
