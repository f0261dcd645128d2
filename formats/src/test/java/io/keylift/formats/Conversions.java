// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Conversions for tests: all lines, all problems, the report. */
record Conversions(List<Line> lines, List<Problem> problems, Report report) {

    static Conversions of(List<Input> inputs, Mapping mapping, Settings settings) throws IOException {
        try (Conversion conversion = Conversion.of(inputs, mapping, settings)) {
            List<Line> lines = new ArrayList<>();
            List<Problem> problems = new ArrayList<>();
            while (conversion.hasNext()) {
                Converted item = conversion.next();
                if (item instanceof Line line) {
                    lines.add(line);
                } else if (item instanceof Problem problem) {
                    problems.add(problem);
                }
            }
            return new Conversions(lines, problems, conversion.report());
        }
    }

    /** A text through the program. */
    static Conversions of(String text, String program) throws IOException {
        return of(List.of(input("input", text)), Mapping.of("mine.jq", program), Settings.NONE);
    }

    static Conversions of(byte[] bytes, String program) throws IOException {
        return of(List.of(input("input", bytes)), Mapping.of("mine.jq", program), Settings.NONE);
    }

    static Input input(String name, String text) {
        return input(name, text.getBytes(StandardCharsets.UTF_8));
    }

    static Input input(String name, byte[] bytes) {
        return Input.of(name, () -> new ByteArrayInputStream(bytes));
    }

    /** Each line as {@code {"kind","record"}}. */
    List<String> texts() {
        return lines.stream()
                .map(line -> new String(line.withKind(), StandardCharsets.UTF_8))
                .toList();
    }

    /** The records of a kind. */
    List<JsonNode> records(String kind) {
        return lines.stream()
                .filter(line -> line.kind().equals(kind))
                .map(line -> Nodes.parse(line.record()))
                .toList();
    }

    List<String> codes() {
        return problems.stream().map(Problem::code).toList();
    }

    /** The files of a system in the test resources. */
    static List<Input> system(String system) throws IOException {
        try (Stream<Path> files = Files.list(folder(system))) {
            return files.filter(file -> !file.getFileName().toString().matches("(target|records)\\.ndjson"))
                    .sorted()
                    .map(file -> Input.of(file.getFileName().toString(), () -> Files.newInputStream(file)))
                    .toList();
        }
    }

    static Path folder(String system) {
        return Path.of("src/test/resources/io/keylift/formats/systems").resolve(system);
    }
}
