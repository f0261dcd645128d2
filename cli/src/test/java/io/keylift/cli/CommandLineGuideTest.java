// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.formats.Mapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The guide says what the commands are. */
class CommandLineGuideTest {

    private static String guide;

    @BeforeAll
    static void read() throws IOException {
        guide = Files.readString(Path.of("../docs/command-line.md"));
    }

    private static CommandLine commands() {
        PrintStream none = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Main.commands(new Terminal(InputStream.nullInputStream(), none, none, Map.of(), false));
    }

    static List<CommandSpec> specs() {
        return commands().getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .toList();
    }

    private static List<List<String>> table(String name) {
        String part = guide.substring(guide.indexOf("<!-- " + name), guide.indexOf("<!-- end of " + name));
        return part.lines()
                .filter(line -> line.startsWith("| ") && !line.matches("\\| (command|code) .*"))
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
                .toList();
    }

    @Test
    void theTableHasAllCommands() {
        assertThat(table("commands"))
                .isEqualTo(specs().stream()
                        .map(spec -> List.of(
                                "`" + spec.qualifiedName() + "`",
                                spec.usageMessage().description()[0]))
                        .toList());
    }

    @Test
    void theTableHasAllExitCodes() {
        Map<String, String> codes = commands().getCommandSpec().usageMessage().exitCodeList();

        assertThat(table("exit codes"))
                .isEqualTo(codes.entrySet().stream()
                        .map(code -> List.of(code.getKey(), code.getValue()))
                        .toList());
    }

    @Test
    void everyOptionInTheGuideIsThere() {
        TreeSet<String> options = specs().stream()
                .flatMap(spec -> Stream.concat(
                        Stream.of(spec), spec.subcommands().values().stream().map(CommandLine::getCommandSpec)))
                .flatMap(spec -> spec.optionsMap().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));

        Matcher named = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*").matcher(guide.replaceAll("(?m)^docker .*", ""));

        assertThat(named.results().map(found -> found.group()))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(options).contains(option));
    }

    @Test
    void theGuidesOfOtherSystemsHaveCommandsAsTheyAre() throws IOException {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> guides = Files.list(Path.of("../docs/migration"))) {
            for (Path page : guides.sorted().toList()) {
                Pattern.compile("(?m)^keylift .*$|(?<=`)keylift (import|map|verify) [^`]*(?=`)")
                        .matcher(Files.readString(page))
                        .results()
                        .map(found -> found.group().replaceFirst(" > .*", ""))
                        .filter(example -> !example.endsWith(" --from"))
                        .forEach(examples::add);
            }
        }

        assertThat(examples).hasSizeGreaterThan(30).allSatisfy(example -> {
            String arguments = example.replaceFirst("keylift ", "");
            // The text names the files before.
            boolean whole = arguments.contains(".") || arguments.startsWith("map print");
            CommandLine.ParseResult parsed =
                    commands().parseArgs((whole ? arguments : arguments + " users.json").split(" "));
            while (parsed.hasSubcommand()) {
                parsed = parsed.subcommand();
            }
            String from = parsed.matchedOptionValue("--from", null);
            assertThat(Mapping.names()).contains(from == null ? "auth0" : from);
        });
    }

    @ParameterizedTest
    @MethodSource("specs")
    void everyCommandHasAnExampleThatItUnderstands(CommandSpec spec) {
        String example = List.of(spec.usageMessage().footer()).stream()
                .filter(line -> line.startsWith("  ") && line.contains(spec.qualifiedName()))
                .findFirst()
                .orElseThrow();
        String arguments = example.replaceFirst(".*?keylift ", "").replace(")", "");

        assertThat(commands()
                        .parseArgs(arguments.split(" "))
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo(spec.name());
    }
}
