// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A published run of the benchmark.
 *
 * @param name name of its file, without the extension
 * @param json result of the run
 */
record PublishedRun(String name, JsonNode json) {

    private static final String JSON = ".json";
    private static final int COMMIT_DIGITS = 8;

    /** All runs of a folder, by name. */
    static List<PublishedRun> of(Path folder) throws IOException {
        List<PublishedRun> runs = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(path -> path.toString().endsWith(JSON))
                        .sorted()
                        .toList()) {
                    runs.add(new PublishedRun(
                            file.getFileName().toString().replace(JSON, ""),
                            AdminHttp.JSON.readTree(Files.readString(file))));
                }
            }
        }
        return List.copyOf(runs);
    }

    String date() {
        return environment("time").substring(0, "2026-01-01".length());
    }

    String commit() {
        String commit = environment("commit");
        return commit.substring(0, Math.min(COMMIT_DIGITS, commit.length()))
                + (commit.endsWith("-dirty") ? ", with changes" : "");
    }

    /** The command of the run; empty if unknown. */
    String command() {
        return json.path("command").asText();
    }

    /** Machine and versions, in one line. */
    String where() {
        String memory =
                String.format("%.0f GB", json.at("/environment/memoryMegabytes").asDouble() / 1024);
        return Stream.of(environment("cpu"), environment("processors") + " processors", memory, environment("disk"))
                        .filter(known -> !known.isEmpty())
                        .collect(Collectors.joining(", "))
                + "; " + environment("keycloak") + ", PostgreSQL " + environment("postgresql") + " with `fsync` "
                + json.at("/environment/postgresqlSettings/fsync").asText() + ", "
                + environment("jdk");
    }

    private String environment(String name) {
        JsonNode value = json.path("environment").path(name);
        return value.isNull() ? "" : value.asText();
    }
}
