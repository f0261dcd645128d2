// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.keylift.bench.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The losses of a node that are measured so far, kept in a folder, so that the next run continues there.
 *
 * @param measured versions of the measured software: figures of other versions must not be mixed with these
 * @param environment of the first run
 */
record NodeLossReport(
        LoadSettings settings, SortedMap<String, String> measured, Environment environment, List<Loss> losses) {

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT);

    /** A report without measurements. */
    NodeLossReport(LoadSettings settings, SortedMap<String, String> measured, Environment environment) {
        this(settings, measured, environment, new ArrayList<>());
    }

    /** The report in the folder for the same settings and versions; otherwise the empty report. */
    static NodeLossReport in(Path folder, NodeLossReport empty) throws IOException {
        Path file = empty.file(folder);
        return Files.exists(file) ? JSON.readValue(file.toFile(), NodeLossReport.class) : empty;
    }

    private Path file(Path folder) {
        return folder.resolve("node-loss-" + Versions.key(settings, measured) + ".json");
    }

    /** Services that remain to be measured. */
    List<Service> open() {
        return settings.services().stream()
                .filter(service -> losses.stream().noneMatch(loss -> loss.service() == service))
                .toList();
    }

    /** Writes the report as JSON and as Markdown, and returns the Markdown. */
    String write(Path folder) throws IOException {
        WholeFile.write(file(folder), JSON.writeValueAsString(this));
        StringBuilder markdown = new StringBuilder(NodeLossMarkdown.HEAD);
        losses.forEach(loss -> markdown.append(NodeLossMarkdown.of(loss)));
        Files.writeString(folder.resolve("node-loss.md"), markdown);
        return markdown.toString();
    }
}
