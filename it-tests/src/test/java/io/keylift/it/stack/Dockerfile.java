// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The instructions of our Dockerfile, in their order, each on one line. */
record Dockerfile(List<String> lines) {

    static final Path PATH = Stack.DIRECTORY.resolve("Dockerfile");

    static Dockerfile read() throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder instruction = new StringBuilder();
        for (String line : Files.readAllLines(PATH)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            boolean goesOn = line.endsWith("\\");
            instruction
                    .append(goesOn ? line.substring(0, line.length() - 1) : line)
                    .append(' ');
            if (!goesOn) {
                lines.add(instruction.toString().trim().replaceAll("\\s+", " "));
                instruction.setLength(0);
            }
        }
        return new Dockerfile(List.copyOf(lines));
    }

    /** The instructions with this keyword, in order. */
    List<String> instructions(String keyword) {
        return lines.stream()
                .filter(line -> line.startsWith(keyword + " "))
                .map(line -> line.substring(keyword.length() + 1))
                .toList();
    }

    /** The instructions with this keyword in the last stage. */
    List<String> lastStage(String keyword) {
        int last = lines.lastIndexOf(lines.stream()
                .filter(line -> line.startsWith("FROM "))
                .reduce((first, second) -> second)
                .orElseThrow());
        return new Dockerfile(lines.subList(last, lines.size())).instructions(keyword);
    }

    /** The variables that the image is started with. */
    Map<String, String> environment() {
        return lastStage("ENV").stream()
                .flatMap(variables -> Stream.of(variables.split(" ")))
                .map(variable -> variable.split("=", 2))
                .collect(Collectors.toMap(variable -> variable[0], variable -> variable[1]));
    }

    /** A command as the list that such an instruction ends with. */
    static List<String> command(String instruction) throws IOException {
        JsonNode list = AdminHttp.JSON.readTree(instruction.substring(instruction.indexOf('[')));
        return Stack.texts(list);
    }

    /** The image that the last stage is built on, its version filled in. */
    String base() {
        String[] version = instructions("ARG").get(0).split("=");
        return lastStage("FROM").get(0).replace("${" + version[0] + "}", version[1]);
    }

    /** The JARs that it takes from the repository. */
    List<Path> jars() {
        return instructions("COPY").stream()
                .filter(copy -> !copy.contains("--from="))
                .flatMap(copy -> Stream.of(copy.split(" ")))
                .filter(argument -> argument.endsWith(".jar"))
                .map(Path::of)
                .toList();
    }
}
