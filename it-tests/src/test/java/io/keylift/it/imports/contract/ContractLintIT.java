// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A linter finds no problem in the OpenAPI document. Requires Node.js; without it, the test is skipped and says so. */
@SecondTier
class ContractLintIT {

    /** Runs on the Node.js of the oldest Debian that is looked after. */
    private static final String LINTER = "@redocly/cli@1.34.20";

    @Test
    void aLinterAcceptsTheContract() throws IOException, InterruptedException {
        JsonNode result = lint(ContractDocument.path());

        assertThat(result.path("problems")).as("%s", result).isEmpty();
        assertThat(result.at("/totals/errors").asInt(-1)).isZero();
        assertThat(result.at("/totals/warnings").asInt(-1)).isZero();
    }

    /** Without this, a linter that looks at nothing would do. */
    @Test
    void theLinterFindsWhatIsWrong() throws IOException, InterruptedException {
        Path broken = Workspace.directory("contract").resolve("broken.yaml");
        Files.writeString(
                broken,
                Files.readString(ContractDocument.path())
                        .replace("#/components/schemas/Kind\"", "#/components/schemas/None\""));

        assertThat(lint(broken).at("/totals/errors").asInt()).isPositive();
    }

    private static JsonNode lint(Path document) throws IOException, InterruptedException {
        Assumptions.assumeTrue(hasNpx(), "This test needs Node.js with npx (on Debian: apt-get install nodejs npm)");
        Path directory = Workspace.directory("contract");
        Path output = directory.resolve("lint.json");
        Path errors = directory.resolve("lint.log");
        List<String> command = new ArrayList<>(List.of("npx", "--yes", LINTER, "lint", "--format", "json"));
        command.add(document.toString());
        ProcessBuilder linter = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        linter.environment().put("REDOCLY_TELEMETRY", "off");
        linter.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        Process process = linter.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("the linter ends").isTrue();
        String json = Files.readString(output);
        assertThat(json)
                .as("output of the linter; it said %s", Files.readString(errors))
                .startsWith("{");
        return AdminHttp.JSON.readTree(json);
    }

    private static boolean hasNpx() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "npx")));
    }
}
