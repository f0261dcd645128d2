// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The Prometheus of this machine, if it has one, with our configuration, which scrapes one server and evaluates our
 * rules.
 */
public final class PrometheusServer implements AutoCloseable {

    private final URI address;
    private final ServerProcess process;

    private PrometheusServer(URI address, ServerProcess process) {
        this.address = address;
        this.process = process;
    }

    /** Whether this machine has one. */
    public static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, PrometheusConfiguration.PROGRAM)));
    }

    /**
     * Starts one on this port of this machine alone, with a memory of its own.
     *
     * @param target management address of the server
     * @param seconds from scrape to scrape
     * @throws UncheckedIOException if it does not answer within a minute
     */
    public static PrometheusServer start(int port, URI target, int seconds) {
        return start(port, target, List.of(), seconds);
    }

    /**
     * Starts a Prometheus that also scrapes exporters.
     *
     * @param exporters hosts with their ports
     */
    public static PrometheusServer start(int port, URI target, List<String> exporters, int seconds) {
        return start(
                port,
                Map.of("keycloak", List.of(target.getAuthority()), "postgres", exporters),
                seconds,
                PrometheusConfiguration.rules());
    }

    /**
     * A Prometheus with these rules in place of ours.
     *
     * @param targets hosts with their ports by the name of the job
     */
    public static PrometheusServer start(int port, Map<String, List<String>> targets, int seconds, Path rules) {
        return launch(
                port,
                Workspace.directory("prometheus").resolve("data-" + port),
                PrometheusConfiguration.local(targets, null, seconds, rules));
    }

    /**
     * Starts one that scrapes nothing: it evaluates our rules over what is stored, and tells of alerts.
     *
     * @param data what it has stored
     * @param alertmanager host and port of what it tells
     */
    static PrometheusServer start(int port, Path data, String alertmanager) {
        return launch(
                port, data, PrometheusConfiguration.local(Map.of(), alertmanager, 1, PrometheusConfiguration.rules()));
    }

    private static PrometheusServer launch(int port, Path data, String configuration) {
        Path directory = Workspace.directory("prometheus");
        Path file = directory.resolve("prometheus-" + port + ".yml");
        try {
            Files.writeString(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        URI address = URI.create("http://localhost:" + port);
        List<String> command = List.of(
                PrometheusConfiguration.PROGRAM,
                "--config.file=" + file,
                "--enable-feature=exemplar-storage",
                "--storage.tsdb.path=" + data,
                // An Alertmanager that it has not found yet misses what fires first.
                "--rules.alert.resend-delay=1s",
                "--web.listen-address=127.0.0.1:" + port);
        Path log = directory.resolve("prometheus-" + port + ".log");
        return new PrometheusServer(address, ServerProcess.start(command, log, address.resolve("/-/ready")));
    }

    /** Where its pages and its API are. */
    public URI address() {
        return address;
    }

    @Override
    public void close() {
        process.close();
    }
}
