// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The screens of the guide are those of a terminal, but for figures and times. {@code -Dscreens.write} writes them
 * anew.
 */
@SecondTier
@OnSharedServer
class TerminalScreensIT {

    private static final Path GUIDE = Path.of("../docs/command-line.md");
    private static final String REALM = "screens";
    private static final int USERS = 9_000;

    @TempDir
    private static Path folder;

    private static Tmux terminal;

    @BeforeAll
    static void open(SharedServer server) throws Exception {
        InstalledProgram.require("tmux", "tmux");
        TestRealms.create(server.admin(), Map.of("realm", REALM, "enabled", true));
        Files.createSymbolicLink(folder.resolve("keylift"), Workspace.command());
        try (Writer out = Files.newBufferedWriter(folder.resolve("people.ndjson"))) {
            for (int i = 1; i <= USERS; i++) {
                // The last ones have a field that users do not have.
                String end = i < USERS - 1 ? "\"}\n" : "\",\"shoeSize\":38}\n";
                out.write("{\"enabled\":true,\"username\":\"user-" + i + end);
            }
        }
        Map<String, String> environment =
                new HashMap<>(Keylift.asAdministrator(server.keycloak().baseUrl(), REALM, folder)
                        .environment());
        environment.put("PATH", folder + ":" + System.getenv("PATH"));
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("HISTFILE", "/dev/null");
        terminal = new Tmux(folder, environment, 110, 24);
    }

    @AfterAll
    static void close() throws Exception {
        if (terminal != null) {
            terminal.close();
        }
    }

    @Test
    void anImportShowsItsProgressAndHowItEnded() throws Exception {
        terminal.clear();
        terminal.type("keylift import users people.ndjson --job people --rate 3000 --rejects rejects.ndjson");

        assertShown("progress", terminal.awaitScreen(screen -> screen.matches("(?s).*\\[#{6,17}-+] .* added.*")));
        assertShown("end", terminal.awaitEnd());
    }

    @Test
    void aCheckTellsWhatTheServerHas() throws Exception {
        terminal.clear();
        terminal.type("keylift check users organizations");

        assertShown("check", terminal.awaitEnd());
    }

    private static void assertShown(String name, String screen) throws IOException {
        String shown = screen.replaceAll("\\n\\$$", "");
        String guide = Files.readString(GUIDE);
        Matcher block = Pattern.compile("(<!-- screen " + name + " -->\n\n```\n)(.*?)(\n```\n)", Pattern.DOTALL)
                .matcher(guide);
        assertThat(block.find()).as("place of the screen %s in %s", name, GUIDE).isTrue();
        if (System.getProperty("screens.write") != null) {
            Files.writeString(
                    GUIDE,
                    guide.substring(0, block.start())
                            + block.group(1)
                            + shown
                            + block.group(3)
                            + guide.substring(block.end()));
            return;
        }
        assertThat(withoutChance(shown))
                .as("screen %s in %s; -Dscreens.write writes it anew", name, GUIDE)
                .isEqualTo(withoutChance(block.group(2)));
    }

    private static String withoutChance(String screen) {
        return screen.replaceAll("\\[#+-+]", "[]")
                .replaceAll("Keylift [0-9][0-9A-Za-z.-]*", "Keylift")
                .replaceAll("(?<![\\w=-])\\d[\\d,.:]*(?! rejects)", "0");
    }
}
