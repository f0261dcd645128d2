// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A shell in a terminal of its own, whose screen can be read. */
final class Tmux implements AutoCloseable {

    /** The shell writes it before each command. */
    static final String PROMPT = "$ ";

    private final Path folder;
    private final Path socket;
    private final Map<String, String> environment;

    /** @param environment of the shell, besides that of the test */
    Tmux(Path folder, Map<String, String> environment, int columns, int rows) throws Exception {
        this.folder = folder;
        this.socket = folder.resolve("tmux");
        this.environment = environment;
        run(
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                String.valueOf(columns),
                "-y",
                String.valueOf(rows),
                "env PS1='" + PROMPT + "' bash --noprofile --norc");
        awaitScreen(screen -> screen.startsWith(PROMPT.strip()));
    }

    /** Types a line. */
    void type(String line) throws Exception {
        run("send-keys", "-l", line);
        run("send-keys", "Enter");
    }

    void clear() throws Exception {
        run("send-keys", "C-l");
        awaitScreen(screen -> screen.equals(PROMPT.strip()));
    }

    /** The first screen that the condition holds for, without blanks at the ends of lines. */
    String awaitScreen(Predicate<String> condition) {
        AtomicReference<String> last = new AtomicReference<>("");
        await().atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .conditionEvaluationListener(evaluated -> {})
                .until(() -> {
                    last.set(screen());
                    return condition.test(last.get());
                });
        return last.get();
    }

    /** The first screen on which the last command has ended. */
    String awaitEnd() {
        return awaitScreen(screen -> screen.lines().count() > 1 && screen.endsWith("\n" + PROMPT.strip()));
    }

    private String screen() throws Exception {
        return run("capture-pane", "-p", "-J").stripTrailing().replaceAll("(?m) +$", "");
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", socket.toString()));
        command.addAll(List.of(arguments));
        InstalledProgram.Result result = InstalledProgram.run(folder, environment, command);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    @Override
    public void close() throws IOException {
        try {
            run("kill-server");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
