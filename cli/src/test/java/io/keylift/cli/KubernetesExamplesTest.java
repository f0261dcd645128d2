// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command understands the jobs of Kubernetes that use it. */
class KubernetesExamplesTest {

    private static final Pattern ARGUMENTS = Pattern.compile("args: \\[(.*)]");
    private static final Pattern VARIABLE = Pattern.compile("name: (KEYLIFT_\\w+)");

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "cron-job.yaml"})
    void argumentsAndVariablesAreThoseOfTheCommand(String name) throws IOException {
        String file = Files.readString(Path.of("../docker/command", name));
        Matcher arguments = ARGUMENTS.matcher(file);
        assertThat(arguments.find()).isTrue();
        PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(InputStream.nullInputStream(), none, none, Map.of(), false);

        Main.commands(terminal).parseArgs(arguments.group(1).replace("\"", "").split(", "));

        List<String> variables = VARIABLE.matcher(file)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        String guide = Files.readString(Path.of("../docs/command-line.md"));
        assertThat(variables)
                .hasSize(5)
                .allSatisfy(variable -> assertThat(guide).contains("`" + variable + "`"));
    }
}
