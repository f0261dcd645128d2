// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Origin of figures.
 *
 * @param time begin of the run
 * @param commit commit of the sources, followed by {@code -dirty} if they have been changed since; {@code null} without
 *     Git or its work tree
 * @param cpu model of the processor; {@code null} on other systems than Linux
 * @param disk model, or else device, and file system of the disk of the database
 * @param postgresqlSettings differences from PostgreSQL's defaults
 */
public record Environment(
        String time,
        String commit,
        String cpu,
        int processors,
        long memoryMegabytes,
        String disk,
        String system,
        String jdk,
        String keycloak,
        String postgresql,
        Map<String, String> postgresqlSettings) {

    /** The environment of this process and of a running database server. */
    public static Environment of(EmbeddedDatabase database) throws IOException, SQLException {
        try (Connection connection = database.connect("postgres");
                Statement statement = connection.createStatement()) {
            return new Environment(
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    described(),
                    cpu(Path.of("/proc/cpuinfo")),
                    Runtime.getRuntime().availableProcessors(),
                    memory(),
                    diskOfWorkspace(),
                    property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                    property("java.vm.name") + " " + property("java.runtime.version"),
                    Workspace.distribution().getFileName().toString(),
                    version(statement),
                    settings(statement));
        }
    }

    private static String property(String name) {
        return System.getProperty(name);
    }

    private static long memory() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getTotalMemorySize()
                >> 20;
    }

    private static String diskOfWorkspace() throws IOException {
        FileStore store = Files.getFileStore(Workspace.directory());
        return diskModel(Path.of("/sys/class/block"), store.name()) + ", " + store.type();
    }

    /** The model by the name of the device. Only the disk of a partition knows its model. */
    static String diskModel(Path devices, String name) throws IOException {
        Path device = devices.resolve(Path.of(name).getFileName());
        if (Files.exists(device)) {
            for (Path known : List.of(device.toRealPath(), device.toRealPath().getParent())) {
                Path model = known.resolve("device").resolve("model");
                if (Files.exists(model)) {
                    return Files.readString(model).strip();
                }
            }
        }
        return name;
    }

    private static String described() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
                    .directory(Workspace.directory().toFile())
                    .redirectError(Redirect.DISCARD)
                    .start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return commit.isEmpty() ? null : commit;
        } catch (IOException e) {
            return null;
        }
    }

    static String cpu(Path cpuinfo) throws IOException {
        return Files.exists(cpuinfo)
                ? Files.readAllLines(cpuinfo).stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(null)
                : null;
    }

    private static String version(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("show server_version")) {
            row.next();
            return row.getString(1);
        }
    }

    private static Map<String, String> settings(Statement statement) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (ResultSet rows = statement.executeQuery("select name, current_setting(name) from pg_settings"
                + " where source in ('command line', 'configuration file') and name not like '%directory%'"
                + " and name not like '%file%' and name <> 'port' order by name")) {
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
        }
        return settings;
    }
}
