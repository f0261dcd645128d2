// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tells whether the server is ready. */
@Command(
        name = "check",
        description = "Tells whether the server takes imports, and whether the caller may import these kinds;"
                + " has its options, and the indexes that its database lacks",
        footer = {"", "Example:", "  keylift check organizations users"})
final class CheckCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Parameters(paramLabel = "KIND", arity = "0..*", description = "Kinds to import. Default: all.")
    private List<String> kinds = new ArrayList<>();

    @Mixin
    private ConnectionOptions connection;

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        try (Session session = connection.open(terminal)) {
            Optional<JsonNode> server = session.keylift().server();
            terminal.out()
                    .println("server: Keylift "
                            + (server.isPresent()
                                    ? server.get().path("version").asText()
                                    : session.keylift().version()));
            server.ifPresentOrElse(
                    this::tell, () -> terminal.out().println("options and indexes: this version does not tell them"));
            JsonNode found = session.keylift().kinds();
            List<String> missing = new ArrayList<>(kinds);
            boolean ready = true;
            for (JsonNode kind : found) {
                String name = kind.path("kind").asText();
                missing.remove(name);
                if (kinds.isEmpty() || kinds.contains(name)) {
                    ready &= check(name, kind);
                }
            }
            for (String name : missing) {
                terminal.out().println(name + ": the server does not have this kind");
            }
            return ready && missing.isEmpty() ? ExitCode.COMPLETED : ExitCode.FAILED;
        }
    }

    private void tell(JsonNode server) {
        terminal.out().println("options:");
        server.path("options")
                .properties()
                .forEach(option -> terminal.out()
                        .println(
                                "  " + option.getKey() + "=" + option.getValue().asText()));
        terminal.out()
                .println("undo of records with secrets: "
                        + (server.path("storesSecrets").asBoolean()
                                ? "ready"
                                : "refused, the server has no stored-secrets-key-file"));
        List<String> missing = new ArrayList<>();
        server.path("missingIndexes").forEach(index -> missing.add(index.asText()));
        terminal.out()
                .println("indexes: "
                        + (missing.isEmpty()
                                ? "ready"
                                : "missing " + String.join(", ", missing)
                                        + ". Without them, imports and removals read whole tables."));
    }

    private boolean check(String name, JsonNode kind) {
        if (kind.has("refusal")) {
            terminal.out()
                    .println(name + ": refused, " + kind.at("/refusal/message").asText());
            return false;
        }
        if (!kind.path("permitted").asBoolean()) {
            terminal.out()
                    .println(name + ": the caller lacks "
                            + kind.path("permission").asText());
            return false;
        }
        terminal.out().println(name + ": ready");
        return true;
    }
}
