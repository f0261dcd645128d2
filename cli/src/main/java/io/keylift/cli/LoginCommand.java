// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Signs a user in. */
@Command(
        name = "login",
        description = "Signs a user in by a browser, and keeps a refresh token in a file of the user",
        footer = {"", "Example:", "  keylift login --server https://id.example.org --realm acme --client-id keylift"})
final class LoginCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(names = "--offline", description = "Stay signed in beyond the session, by the scope offline_access")
    private boolean offline;

    @Mixin
    private ConnectionOptions connection;

    LoginCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        StoredLogin login = connection.login(terminal, offline);
        terminal.err().println("Signed in. The refresh token is in " + login.file());
        return ExitCode.COMPLETED;
    }
}
