// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.formats.Conversion;
import io.keylift.formats.ConversionFailure;
import io.keylift.formats.Converted;
import io.keylift.formats.Input;
import io.keylift.formats.Line;
import io.keylift.formats.Problem;
import io.keylift.formats.Trial;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows records before and after a mapping. */
@Command(
        name = "try",
        description = "Shows the first ten records of files before and after the mapping, with their secrets",
        footer = {"", "Example:", "  keylift map try --from auth0 --map mine.jq users.json"})
final class MapTryCommand implements Callable<Integer> {

    private static final int RECORDS = 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Terminal terminal;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files or https:// addresses of one system; - for standard input")
    private List<String> files;

    @Option(names = "--json", description = "Write a line of JSON for each record")
    private boolean json;

    @Mixin
    private MappingOptions mapping;

    @Mixin
    private RemoteFileOptions remote;

    MapTryCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        boolean problems = false;
        try (ConvertedFiles opened = ConvertedFiles.open(files, terminal, remote)) {
            List<Input> inputs = opened.inputs();
            for (Trial trial : Conversion.attempt(inputs, mapping.mapping(inputs), mapping.settings(), RECORDS)) {
                print(trial);
                problems |= trial.after().stream().anyMatch(Problem.class::isInstance);
            }
        } catch (ConversionFailure e) {
            throw e.getCause();
        }
        return problems ? ExitCode.WITH_REJECTS : ExitCode.COMPLETED;
    }

    private void print(Trial trial) throws IOException {
        if (json) {
            ObjectNode line = JSON.createObjectNode();
            line.set("before", trial.before());
            ArrayNode after = line.putArray("after");
            for (Converted item : trial.after()) {
                after.add(node(item));
            }
            terminal.out().println(line);
            return;
        }
        terminal.out().println("before: " + pretty(trial.before()));
        for (Converted item : trial.after()) {
            terminal.out().println((item instanceof Problem ? "problem: " : "after: ") + pretty(node(item)));
        }
        terminal.out().println();
    }

    private static JsonNode node(Converted item) throws IOException {
        return item instanceof Line line ? JSON.readTree(line.withKind()) : ConversionSummary.json((Problem) item);
    }

    private static String pretty(JsonNode node) throws JsonProcessingException {
        return node == null
                ? "unreadable"
                : JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }
}
