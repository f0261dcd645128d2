// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks the Dockerfile with a linter. Without Node.js, the tests are skipped and say so. */
@SecondTier
class DockerfileIT {

    /** Reads a Dockerfile as Docker's own language server does. */
    private static final String LINTER = "dockerfile-utils@0.16.3";

    @Test
    void aLinterAcceptsIt() throws IOException, InterruptedException {
        assertThat(lint(Dockerfile.PATH)).isEmpty();
    }

    /** Without this, a linter that looks at nothing would do. */
    @Test
    void theLinterFindsWhatIsWrong() throws IOException, InterruptedException {
        Path broken = Workspace.directory("stack").resolve("Dockerfile");
        Files.writeString(broken, Files.readString(Dockerfile.PATH).replace("--interval=10s", "--intervall=10s"));

        assertThat(lint(broken)).isNotEmpty();
    }

    private static JsonNode lint(Path file) throws IOException, InterruptedException {
        InstalledProgram.require("npx", "nodejs npm");
        Result result = InstalledProgram.run(
                Workspace.directory("stack"),
                // npm's own messages would be mixed with the output.
                Map.of("npm_config_loglevel", "error", "npm_config_update_notifier", "false"),
                List.of("npx", "--yes", LINTER, "lint", "--json", file.toString()));
        int answer = result.output().lastIndexOf("\n[") + 1;
        assertThat(result.output().substring(answer)).as(result.output()).startsWith("[");
        return AdminHttp.JSON.readTree(result.output().substring(answer));
    }
}
