// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Imports records. */
@Command(
        name = "import",
        description = "Imports records. If the connection or a node breaks, the job goes on behind its last chunk.",
        footer = {
            "",
            "Example:",
            "  keylift import users people.ndjson --if-exists skip --job people --rejects rejects.ndjson",
            "  keylift import --from auth0 users.json --no-password update",
            "  keylift import realm.zip --create-realm --realm acme"
        })
final class ImportCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Option(
            names = "--if-exists",
            paramLabel = "WHAT",
            description = "What to do with records whose key is taken: fail, skip, overwrite or merge. Default: fail.")
    private String ifExists;

    @Option(
            names = "--no-password",
            paramLabel = "WHAT",
            description = "update: new users with nothing to sign in with have to set a password.")
    private String noPassword;

    @Option(
            names = "--create-realm",
            description = "The file has documents of a realm: create it with its settings, then import its objects")
    private boolean createRealm;

    @Mixin
    private RealmOptions realm;

    @Mixin
    private WriteOptions writing;

    @Mixin
    private RecordJob job;

    ImportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>();
        JobOptions.put(parameters, "ifExists", ifExists);
        JobOptions.put(parameters, "noPassword", noPassword);
        writing.addTo(parameters);
        return createRealm || realm.isGiven()
                ? job.runRealm(terminal, parameters, realm, createRealm)
                : job.run(terminal, parameters);
    }
}
